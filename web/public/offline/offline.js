// Shows the notice in the reader's language only, and comes back as soon as there is a network.

/** @param {readonly string[]} preferred */
function pickLanguage(preferred) {
  for (const tag of preferred) {
    const parts = tag.toLowerCase().split("-");
    if (parts[0] === "en" || parts[0] === "ja") return parts[0];
    if (parts[0] === "yue") return parts.includes("hans") ? "zh-Hans" : "zh-Hant";
    if (parts[0] === "zh") {
      if (parts.includes("hans")) return "zh-Hans";
      return ["hant", "tw", "hk", "mo"].some((part) => parts.includes(part)) ? "zh-Hant" : "zh-Hans";
    }
  }
  return "en";
}

const lang = pickLanguage(navigator.languages);
document.documentElement.lang = lang;
for (const section of document.querySelectorAll("section")) section.hidden = section.lang !== lang;
for (const button of document.querySelectorAll("button")) button.addEventListener("click", () => location.reload());
addEventListener("online", () => location.reload());
