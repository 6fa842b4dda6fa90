"""A site on several hosts: network namespaces of this machine, each killed or cut off while people play."""
