import type { Preview } from '@storybook/react-vite';

let complaints: string[] = [];

/** Whatever is written to the console as an error or a warning counts against the story. */
function watchConsole(): () => void {
  const { error, warn } = console;
  complaints = [];
  console.error = (...parts: unknown[]) => complaints.push(parts.map(String).join(' '));
  console.warn = (...parts: unknown[]) => complaints.push(parts.map(String).join(' '));
  return () => Object.assign(console, { error, warn });
}

/** Run as a test, a story must draw something, and draw it in silence. */
const preview: Preview = {
  parameters: { layout: 'fullscreen' },
  beforeEach: watchConsole,
  afterEach: ({ canvasElement }) => {
    if (complaints.length) throw new Error(`The console is not clean: ${complaints.join('\n')}`);
    if (!canvasElement.querySelector('input, textarea, button, canvas, svg, p, [role]'))
      throw new Error('The story drew nothing.');
  },
};

export default preview;
