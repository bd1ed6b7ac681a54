// All parts are there: the page is drawn, and listens.

function begin() {
  document.documentElement.lang = language;
  document.body.dataset.mode = mode;
  drawDims();
  labelled($("panel"), "panel");
  block = blocks[0] ?? 1;
  drawBar();
  drawBlocks();
  drawMap();
  drawLooks();
  drawGroups();
  drawPanel();
  watchCells();
  watchWalking();
  new ResizeObserver(drawEdges).observe($("map"));
  matchMedia("print").addEventListener("change", drawEdges);
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--bar", $("bar").offsetHeight + "px");
  }).observe($("bar"));
  const followLink = () => {
    const step = steps.find(({ id }) => id === location.hash.slice(1));
    if (step) goTo(step);
  };
  addEventListener("hashchange", followLink);
  followLink();
  if (page.first) {
    const [n, i, j] = page.first;
    lookAt(page.steps[n], i, j);
    isPinned = true;
  }
  if (waiting.length === 0) document.body.dataset.ready = "";
}

begin();
