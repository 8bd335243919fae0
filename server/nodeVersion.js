// Plain JavaScript for once: it is loaded before anything else, also by a Node that cannot read TypeScript.
// 24.7 is the first with Argon2; `engines` in package.json says the same.
const OLDEST = [24, 7];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Wattdeck: Node ${OLDEST.join('.')} or newer is needed, this is ${process.versions.node}; run it through npm, which brings the right one`,
  );
  process.exit(1);
}
