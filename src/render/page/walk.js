// Step by step, and the bar in which the mode, the decimals and the language are chosen.

function walkTo(place) {
  walked = Math.min(Math.max(place, 0), steps.length - 1);
  const step = steps[walked];
  for (const group of groups) {
    group.section.hidden = group.steps[0].place > walked;
    for (const s of group.steps) s.section.hidden = s.place > walked;
  }
  fill(step);
  document.querySelector(".step.now")?.classList.remove("now");
  step.section.classList.add("now");
  step.section.scrollIntoView({ block: "center" });
  const of = blockOf(step);
  if (of && of !== block) chooseBlock(of);
  markMap();
  if ($("walked")) {
    $("walked").textContent = say("step_of", walked + 1, steps.length);
    $("previous").disabled = walked === 0;
    $("next").disabled = walked === steps.length - 1;
  }
  announce(`${say("step_of", walked + 1, steps.length)}: ${step.id}`);
}

function watchWalking() {
  document.addEventListener("keydown", (event) => {
    if (mode !== "walk" || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea, tbody td")) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    walkTo(walked + by);
  });
}

function setMode(next) {
  const wasWalking = mode === "walk";
  mode = next;
  document.body.dataset.mode = mode;
  drawBar();
  for (const step of steps) drawTools(step);
  if (mode === "walk") {
    leaveCell();
    walkTo(walked);
  } else if (wasWalking) {
    for (const group of groups) {
      group.section.hidden = false;
      for (const step of group.steps) step.section.hidden = false;
    }
    document.querySelector(".step.now")?.classList.remove("now");
    markMap();
  }
  if (mode !== "practise") {
    const changed = practised();
    for (const step of changed) {
      step.kept = step.answers;
      delete step.answers;
    }
    afterPractice(changed);
  } else {
    const changed = steps.filter((step) => step.kept);
    for (const step of changed) {
      step.answers = step.kept;
      delete step.kept;
    }
    afterPractice(changed);
  }
}

// --- The bar ---

function drawBar() {
  const bar = $("bar");
  forget(bar);
  labelled(bar, "settings");
  const modes = labelled(element("div", { class: "modes", role: "group" }), "mode");
  for (const key of ["read", "walk", "practise"]) {
    modes.append(
      button(
        key,
        () => {
          setMode(key);
          document.querySelector(`.modes [data-mode="${key}"]`).focus();
        },
        { "aria-pressed": String(mode === key), "data-mode": key },
      ),
    );
  }
  const chooser = element("select", { id: "decimals", onchange: (event) => setDecimals(Number(event.target.value)) });
  const choices = [0, 1, 2, 3, 4, 5, 6];
  if (!choices.includes(page.decimals)) choices.push(page.decimals);
  for (const n of choices) chooser.append(element("option", { value: n, selected: n === decimals }, String(n)));
  const languages = element("button", {
    type: "button",
    id: "language",
    lang: language === "en" ? "zh" : "en",
    onclick: () => {
      setLanguage(language === "en" ? "zh" : "en");
      $("language").focus();
    },
  });
  languages.textContent = language === "en" ? "中文" : "English";
  bar.append(
    element(
      "div",
      { class: "row" },
      modes,
      element(
        "div",
        { class: "settings" },
        element("label", { for: "decimals" }, saying(element("span"), "decimals"), chooser),
        languages,
      ),
    ),
  );
  if (mode === "walk") {
    const walking = element("div", { class: "row" });
    walking.append(
      button("previous", () => walkTo(walked - 1), { id: "previous" }),
      button("next", () => walkTo(walked + 1), { id: "next", class: "main" }),
      element("span", { id: "walked" }),
      saying(element("span", { class: "hint" }), "keys"),
    );
    bar.append(walking);
  }
  if (mode === "practise") {
    const practising = element("div", { class: "row" });
    const computed = () => steps.filter((step) => !isGiven(step));
    practising.append(
      button("hide_all", () => {
        computed().forEach(hideStep);
        afterPractice(computed());
      }),
      button("show_all", () => {
        const changed = practised();
        changed.forEach((step) => delete step.answers);
        afterPractice(changed);
      }),
      button("download", downloadAnswers, { id: "download", class: "main" }),
      element("span", { id: "score" }),
      saying(element("span", { class: "hint" }), "practise_hint"),
    );
    bar.append(practising);
    judgeAll();
  }
}

function drawDims() {
  $("dims").textContent = page.dims[language].replace(/([^,]) /g, "$1\u00a0"); // "d_k 2" stays together
}

function setDecimals(n) {
  decimals = n;
  steps.forEach((step) => step.cells && redraw(step));
  judgeAll();
  drawPanel();
  markSources();
  drawLooks();
}

function setLanguage(next) {
  language = next;
  document.documentElement.lang = next;
  drawBar();
  for (const entry of spoken) speak(entry);
  drawDims();
  drawLooks();
  judgeAll();
  if (mode === "walk") walkTo(walked);
}
