// The round on the front page runs trick by trick. A press stops it; with reduced motion it waits for a press.
(() => {
  const round = document.querySelector("[data-shown-round]");
  if (!round) return;
  const SECONDS = 2.2;
  const tricks = [...round.querySelectorAll(".shown-round__trick")];
  const button = round.querySelector("[data-shown-round-button]");
  let now = 0;
  let timer = 0;

  const show = (number) => {
    now = number % tricks.length;
    tricks.forEach((trick, place) => trick.classList.toggle("shown-round__trick--now", place === now));
  };
  const run = () => {
    round.classList.add("shown-round--runs");
    show(now);
    timer = setInterval(() => show(now + 1), SECONDS * 1000);
    button.textContent = button.dataset.stop;
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    round.classList.remove("shown-round--runs");
    button.textContent = button.dataset.run;
  };

  button.hidden = false;
  button.addEventListener("click", () => (timer ? stop() : run()));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) stop();
  else run();
})();
