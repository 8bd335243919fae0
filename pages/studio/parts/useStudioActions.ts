import { useState } from 'react';
import type { SeededRole } from '../../../runtime/core/access/seededRoles.ts';
import { ApiError, call } from '../../../runtime/kit/api/client.ts';
import { CODE } from '../../../runtime/kit/api/errors.ts';
import { failureWords, notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { saveFile } from '../../../runtime/kit/browser/saveFile.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import texts from '../texts.json';
import type { movesOf, UsedChoice } from './apply/UsedChoices.tsx';
import type { Document, Kind } from './document.ts';
import { refreshStudio } from './useStudio.ts';

type Moves = ReturnType<typeof movesOf>;

interface Input {
  kind: Kind;
  name: string | null;
  base: number;
  onDraft(text: null): void;
  onApplied(key: string): void;
}

/** Saves one file as it is, and several as an archive to unpack over the repository. */
async function saveFiles(files: readonly { path: string; text: string }[]): Promise<void> {
  const [{ path, text } = { path: '', text: '' }, ...others] = files;
  const fileName = path.split('/').at(-1) ?? path;
  if (others.length === 0) return saveFile(new Blob([text], { type: 'application/json' }), fileName);
  const { strToU8, zipSync } = await import('fflate');
  const archive = zipSync(Object.fromEntries(files.map((file) => [file.path, strToU8(file.text)])));
  saveFile(
    new Blob([new Uint8Array(archive)], { type: 'application/zip' }),
    fileName.replace(/json$/, 'zip'),
  );
}

/** An undo that waits until the user has chosen replacements for the choices that the change added. */
export interface WaitingUndo {
  id: number;
  /** The definition after the undo. */
  document: Document;
  taken: readonly UsedChoice[];
}

const choicesOf = (error: unknown): readonly UsedChoice[] | null =>
  error instanceof ApiError && error.code === CODE.choiceTaken
    ? (error.data as { taken: UsedChoice[] }).taken
    : null;

/** Returns the actions on a definition, with their error messages. */
export function useStudioActions({ kind, name, base, onDraft, onApplied }: Input) {
  const t = useT(texts);
  const mayApply = useSession(({ user }) => user?.admin === true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [undoing, setUndoing] = useState<WaitingUndo | null>(null);

  async function attempt(run: () => Promise<void>): Promise<boolean> {
    setBusy(true);
    setFailure('');
    try {
      await run();
      return true;
    } catch (error) {
      setFailure(failureWords(error, t, t('studio.failed')));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    mayApply,
    busy,
    failure,
    clear: () => setFailure(''),
    apply: (definition: Document, moves: Moves, roles: SeededRole[]) =>
      attempt(async () => {
        const body = { kind, ...(name && { name }), document: definition, base, moves, roles };
        const applied = await call('studioApply', { body }, { quiet: true });
        onDraft(null);
        await refreshStudio();
        notify({ kind: 'success', text: { text: t('studio.applied') } });
        onApplied(`${applied.kind}/${applied.name}`);
      }),
    undoing,
    keep: () => setUndoing(null),
    async undo(id: number, moves: Moves = []): Promise<void> {
      setBusy(true);
      try {
        await call('studioUndo', { body: { id, moves } }, { quiet: true });
        setUndoing(null);
        notify({ kind: 'success', text: { text: t('studio.undone') } });
      } catch (error) {
        const choices = choicesOf(error);
        const { previous } = choices ? await call('studioChange', { path: { id } }) : { previous: null };
        if (choices && previous) setUndoing({ id, taken: choices, document: previous as Document });
        else notifyFailure(error);
      }
      setBusy(false);
      await refreshStudio();
    },
    async download(definition: Document): Promise<void> {
      const files = await call('studioExport', { body: { kind, document: definition } });
      await saveFiles(files);
      const path = files.map((file) => file.path).join(', ');
      notify({ kind: 'success', text: { text: t('studio.exported', { path }) } });
    },
  };
}
