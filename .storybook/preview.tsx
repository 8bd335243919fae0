import type { Preview } from '@storybook/react-vite';
import '../runtime/core/definitions/builtPages.ts';
import { WAIT_MS } from '../tests/support/server/patience.ts';

let complaints: string[] = [];

/** Every error or warning on the console counts against the story. */
function watchConsole(): () => void {
  const { error, warn } = console;
  complaints = [];
  console.error = (...parts: unknown[]) => complaints.push(parts.map(String).join(' '));
  console.warn = (...parts: unknown[]) => complaints.push(parts.map(String).join(' '));
  return () => Object.assign(console, { error, warn });
}

const DRAWN = 'input, textarea, button, canvas, svg, img, ul, ol, dl, p, [role]';

/** The program files that a story needs may still be loading. */
async function drawn(canvas: HTMLElement): Promise<boolean> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; ) {
    // A chart without space is an empty box.
    const charts = [...canvas.querySelectorAll('.wd-chart')];
    if (canvas.querySelector(DRAWN) && charts.every((chart) => chart.querySelector('canvas'))) return true;
    await new Promise(requestAnimationFrame);
  }
  return false;
}

/** A story that runs as a test must draw something and log nothing. */
const preview: Preview = {
  parameters: { layout: 'fullscreen' },
  beforeEach: watchConsole,
  afterEach: async ({ canvasElement }) => {
    if (!(await drawn(canvasElement))) throw new Error('The story drew nothing.');
    if (complaints.length) throw new Error(`The console is not clean: ${complaints.join('\n')}`);
  },
};

export default preview;
