import type { SourceLang } from '../runtime/core/text/lang.ts';
import FilePreview from '../runtime/kit/files/FilePreview.tsx';
import type { ThemeName } from '../runtime/kit/theme/tokens.ts';
import type { StoryState } from './fakeServer.ts';
import { awaitPart, StoryDialog } from './StoryDialog.tsx';
import { frameStory } from './StoryFrame.tsx';

export default { title: 'Media player' };

const FRAMES = 10;
const SAMPLES_A_SECOND = 8000;
const WAV_HEADER_BYTES = 44;

/** Returns the address of a short film of a moving bar. */
async function makeFilm(): Promise<string> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 320, height: 180 });
  const pen = canvas.getContext('2d')!;
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES), { mimeType: 'video/webm' });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((done) => {
    recorder.onstop = done;
  });
  recorder.start();
  for (let frame = 0; frame < FRAMES; frame += 1) {
    pen.fillStyle = '#1e2a3a';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.fillStyle = '#4ea1ff';
    pen.fillRect(frame * 30, 60, 40, 60);
    await new Promise(requestAnimationFrame);
  }
  recorder.stop();
  await ended;
  return URL.createObjectURL(new Blob(parts, { type: 'video/webm' }));
}

/** Returns the address of a second of silence. */
function makeSound(): string {
  const view = new DataView(new ArrayBuffer(WAV_HEADER_BYTES + SAMPLES_A_SECOND));
  const write = (at: number, word: string) => {
    for (const [index, letter] of [...word].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  write(0, 'RIFF');
  view.setUint32(4, view.byteLength - 8, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLES_A_SECOND, true);
  view.setUint32(28, SAMPLES_A_SECOND, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, SAMPLES_A_SECOND, true);
  new Uint8Array(view.buffer).fill(128, WAV_HEADER_BYTES);
  return URL.createObjectURL(new Blob([view.buffer], { type: 'audio/wav' }));
}

const makeDamaged = (): string => URL.createObjectURL(new Blob(['no film'], { type: 'video/webm' }));
/** The address of a stored file, which the fake server answers. */
const STORED = `/admin/sys-file/t1/${'a'.repeat(32)}.webm`;

interface Played {
  name: string;
  makeAddress(): string | Promise<string>;
  /** The element that the story shows in the end. */
  shown: string;
  state?: StoryState;
}

const isLoaded = (part: Element): boolean =>
  !(part instanceof HTMLMediaElement) || part.readyState >= HTMLMediaElement.HAVE_METADATA;

/** Shows the preview of a film or a sound. */
function playerStory(
  { name, makeAddress, shown, state = 'data' }: Played,
  theme: ThemeName,
  lang: SourceLang,
) {
  let address = '';
  const frame = frameStory(state, theme, lang, () => (
    <StoryDialog>
      <FilePreview address={address} name={name} onClose={() => undefined} />
    </StoryDialog>
  ));
  const load = async () => {
    address = await makeAddress();
    return {};
  };
  return {
    ...frame,
    loaders: [...frame.loaders, load],
    play: ({ canvasElement }: { canvasElement: HTMLElement }) => awaitPart(canvasElement, shown, isLoaded),
  };
}

const FILM: Played = { name: 'inspection.webm', makeAddress: makeFilm, shown: 'video[controls]' };
const SOUND: Played = { name: 'transformer.wav', makeAddress: makeSound, shown: 'audio[controls]' };

export const FilmDefaultZh = playerStory(FILM, 'default', 'zh');
export const FilmDarkEn = playerStory(FILM, 'dark', 'en');
export const SoundDefaultEn = playerStory(SOUND, 'default', 'en');
export const DamagedDefaultEn = playerStory(
  { ...FILM, makeAddress: makeDamaged, shown: '.ant-alert' },
  'default',
  'en',
);
export const FailedDefaultZh = playerStory(
  { ...FILM, makeAddress: () => STORED, shown: '.wd-file-shown button', state: 'failed' },
  'default',
  'zh',
);
