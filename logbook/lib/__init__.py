"""Tools without models: event streams, safe outgoing HTTP, queue, quotas, leases, batches, plots."""
