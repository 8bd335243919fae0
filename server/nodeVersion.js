// Plain JavaScript for once: it is loaded before anything else, also by a Node that cannot read TypeScript.
if (!process.features.typescript) {
  console.error(
    `Wattdeck: Node 22.18 or newer is needed (of 23: 23.6), one that reads TypeScript; this is ${process.versions.node}. Run it through npm, which brings the right one.`,
  );
  process.exit(1);
}
