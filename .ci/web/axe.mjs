// Runs axe on pages, in light and in dark, and tells every rule that one breaks.
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const axe = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
let broken = 0;
for (const file of process.argv.slice(2)) {
  await page.goto("file://" + file);
  await page.evaluate(axe);
  for (const scheme of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    const { violations } = await page.evaluate(() => window.axe.run());
    for (const { id, nodes } of violations) {
      broken += 1;
      console.log(`${file}, ${scheme}: ${id}: ${nodes[0].html.slice(0, 200)}`);
    }
  }
}
await browser.close();
process.exit(broken > 0 ? 1 : 0);
