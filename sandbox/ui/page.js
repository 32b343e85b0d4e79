() => {
  // Some of Gradio's controls have a label that is only drawn: give it to screen readers too.
  const labelled = (control) =>
    control.getAttribute("aria-label") || control.getAttribute("aria-labelledby") || control.labels?.length;
  const label = () => {
    for (const control of document.querySelectorAll("textarea, input, select")) {
      if (labelled(control)) continue;
      const block = control.closest(".block");
      const drawn = block?.querySelector("[data-testid='block-info'], [data-testid='block-label'], label > span");
      if (drawn?.textContent.trim()) control.setAttribute("aria-label", drawn.textContent.trim());
    }
  };
  label();
  new MutationObserver(label).observe(document.body, { childList: true, subtree: true });

  // Rating by keyboard: 1–7 take a choice, arrows move between questions, Enter saves.
  const questions = () =>
    [...document.querySelectorAll(".rate-form fieldset")].filter((each) => each.offsetParent !== null);
  const mark = (question) => {
    for (const each of document.querySelectorAll(".rate-form .marked")) each.classList.remove("marked");
    question?.classList.add("marked");
    question?.scrollIntoView({ block: "nearest" });
  };
  const marked = (all) => {
    const at = all.findIndex((each) => each.classList.contains("marked"));
    if (at >= 0) return at;
    return Math.max(0, all.findIndex((each) => !each.querySelector("input:checked")));
  };
  const shown = (name) => [...document.querySelectorAll(name)].find((each) => each.offsetParent !== null);
  document.addEventListener("keydown", (event) => {
    const all = questions();
    const typing = event.target.matches?.("textarea, input:not([type=radio]), select, [contenteditable]");
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const button = event.target.matches?.("button, [role=tab]");
    if (event.key === "Enter" && !button) {
      const next = shown("button.rate-on") ?? (all.length ? shown("button.rate-save") : undefined);
      if (next) { event.preventDefault(); mark(null); next.click(); }
      return;
    }
    if (!all.length) return;
    const at = marked(all);
    if (/^[1-7]$/.test(event.key)) {
      const choice = all[at].querySelectorAll("input")[Number(event.key) - 1];
      if (!choice) return;
      event.preventDefault();
      choice.click();
      mark(all[Math.min(at + 1, all.length - 1)]);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      mark(all[Math.min(Math.max(at + (event.key === "ArrowDown" ? 1 : -1), 0), all.length - 1)]);
    }
  });
}
