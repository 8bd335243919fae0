import { useMemo } from 'react';
import { type Definition, type Kind, parseDocument, type Verdict } from './document.ts';
import type { Draft } from './drafts.ts';
import { isChanged, isOutdated, isReady, readDocument, readText } from './editing.ts';
import { useLatestSound } from './useLatestSound.ts';
import { usePause } from './usePause.ts';
import { useVerdict } from './useStudio.ts';

interface Input {
  kind: Kind;
  definition: Definition | null;
  draft: Draft | null;
  mayEdit: boolean;
}

const PAUSE_MS = 400;
const NO_PROBLEMS: Definition['problems'] = [];
const NO_TRUTHS: Verdict['truths'] = [];
const NO_RIGHTS: Verdict['rights'] = [];

/** Keeps the text, and has the server check it whenever the user pauses. */
export function useEditing({ kind, definition, draft, mayEdit }: Input) {
  const held = readDocument(definition);
  const written = readText(definition, draft);
  const parsed = useMemo(() => parseDocument(written), [written]);
  const settled = usePause(parsed, PAUSE_MS);
  const verdict = useVerdict(kind, definition?.name ?? null, settled, mayEdit);
  const problems = verdict.data?.problems ?? NO_PROBLEMS;
  const checking = verdict.isFetching || settled !== parsed;
  const outdated = isOutdated(definition, draft);
  const failed = verdict.isError;
  return {
    held,
    written,
    parsed,
    outdated,
    problems,
    checking,
    failed,
    plan: verdict.data?.plan ?? null,
    truths: verdict.data?.truths ?? NO_TRUTHS,
    rights: verdict.data?.rights ?? NO_RIGHTS,
    /** The newest document without problems, which is shown. */
    sound: useLatestSound(settled, verdict.isPlaceholderData ? undefined : verdict.data, held),
    ready: isReady({ parsed, changed: isChanged(parsed, held), outdated }, { problems, checking, failed }),
    check: () => void verdict.refetch(),
  };
}

export type Editing = ReturnType<typeof useEditing>;
