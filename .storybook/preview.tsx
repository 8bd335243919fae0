import type { Preview } from '@storybook/react-vite';
import '../runtime/core/definitions/builtPages.ts';
import { WAIT_MS } from '../tests/support/server/patience.ts';

let complaints: string[] = [];

/** Whatever is written to the console as an error or a warning counts against the story. */
function watchConsole(): () => void {
  const { error, warn } = console;
  complaints = [];
  console.error = (...parts: unknown[]) => complaints.push(parts.map(String).join(' '));
  console.warn = (...parts: unknown[]) => complaints.push(parts.map(String).join(' '));
  return () => Object.assign(console, { error, warn });
}

const DRAWN = 'input, textarea, button, canvas, svg, img, ul, ol, dl, p, [role]';

/** The program files of what a story shows may still be on their way. */
async function drawn(canvas: HTMLElement): Promise<boolean> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; ) {
    // A chart without room is an empty box.
    const charts = [...canvas.querySelectorAll('.wd-chart')];
    if (canvas.querySelector(DRAWN) && charts.every((chart) => chart.querySelector('canvas'))) return true;
    await new Promise(requestAnimationFrame);
  }
  return false;
}

/** Run as a test, a story must draw something, and draw it in silence. */
const preview: Preview = {
  parameters: { layout: 'fullscreen' },
  beforeEach: watchConsole,
  afterEach: async ({ canvasElement }) => {
    if (!(await drawn(canvasElement))) throw new Error('The story drew nothing.');
    if (complaints.length) throw new Error(`The console is not clean: ${complaints.join('\n')}`);
  },
};

export default preview;
