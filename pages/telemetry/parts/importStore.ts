/** The files of an import, grouped by equal format. */
import { create } from 'zustand';
import { call } from '../../../runtime/kit/api/client.ts';
import { type ErrorText, errorText } from '../../../runtime/kit/api/errors.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { followJob, inspectFile, isAtWork, refreshImports, startImport } from './importCalls.ts';
import {
  type Choice,
  chooseColumns,
  type Format,
  groupKey,
  type Inspection,
  type Job,
  keepChoices,
  makeMapping,
  type Repeats,
} from './settings.ts';

export interface LoadedFile {
  id: number;
  file: File;
  /** Null while the file is parsed, or if parsing failed. */
  group: string | null;
  problem: ErrorText | null;
  /** The last check or import of the file. */
  job: Job | null;
}

export interface Group {
  key: string;
  inspection: Inspection;
  format: Format;
  choices: Choice[];
  /** The rule for several values of a variable at the same time. Null rejects the file. */
  repeats: Repeats | null;
}

interface ImportState {
  stationSn: string | null;
  files: LoadedFile[];
  groups: Record<string, Group>;
  /** Key of the displayed group. */
  shown: string | null;
  busy: 'looking' | 'checking' | 'importing' | null;
  stopped: boolean;
}

const NOTHING: ImportState = {
  stationSn: null,
  files: [],
  groups: {},
  shown: null,
  busy: null,
  stopped: false,
};
export const useImport = create<ImportState>(() => NOTHING);
const { getState: get, setState: set } = useImport;
let lastId = 0;

const explain = (error: unknown): ErrorText => errorText(error) ?? { key: 'http.networkError' };

/** Starts an import at another site. Earlier settings are dropped, because the devices differ. */
export function beginAt(stationSn: string | null): void {
  if (get().stationSn !== stationSn) set({ ...NOTHING, stationSn });
}

function changeFile(id: number, change: Partial<LoadedFile>): void {
  set(({ files }) => ({ files: files.map((one) => (one.id === id ? { ...one, ...change } : one)) }));
}

async function lookAt({ id, file }: LoadedFile, stationSn: string): Promise<void> {
  try {
    const inspection = await inspectFile(file, stationSn, {});
    const key = groupKey(inspection);
    const group = get().groups[key] ?? {
      ...{ key, inspection, format: {}, repeats: null },
      choices: chooseColumns(inspection.columns),
    };
    set(({ groups, shown }) => ({ groups: { ...groups, [key]: group }, shown: shown ?? key }));
    changeFile(id, { group: key });
  } catch (error) {
    changeFile(id, { problem: explain(error) });
  }
}

export async function addFiles(found: readonly File[]): Promise<void> {
  const { stationSn } = get();
  if (stationSn === null || found.length === 0) return;
  const added = found.map((file) => {
    lastId += 1;
    return { id: lastId, file, group: null, problem: null, job: null };
  });
  set(({ files }) => ({ files: [...files, ...added], busy: 'looking' }));
  for (const file of added) await lookAt(file, stationSn);
  set({ busy: null });
}

export function removeFile(id: number): void {
  set(({ files, groups, shown }) => {
    const rest = files.filter((one) => one.id !== id);
    const remaining = Object.fromEntries(
      Object.entries(groups).filter(([key]) => rest.some(({ group }) => group === key)),
    );
    return {
      files: rest,
      groups: remaining,
      shown: shown !== null && remaining[shown] ? shown : (Object.keys(remaining)[0] ?? null),
    };
  });
}

export const showGroup = (shown: string | null): void => set({ shown });

/** Changes a group. Files checked with other settings must be checked again. */
function changeGroup(key: string, change: Partial<Group>): void {
  set(({ groups, files }) => ({
    groups: { ...groups, [key]: { ...groups[key]!, ...change } },
    files: files.map((one) => (one.group === key ? { ...one, job: null } : one)),
  }));
}

export const changeChoices = (key: string, choices: Choice[]): void => changeGroup(key, { choices });

/** Sets the kind of all energy columns without one. */
export function sayKind(key: string, kind: NonNullable<Choice['kind']>): void {
  const { choices } = get().groups[key]!;
  changeChoices(
    key,
    choices.map((choice) => ({ ...choice, kind: choice.kind ?? kind })),
  );
}

export const sayRepeats = (key: string, repeats: Repeats): void => changeGroup(key, { repeats });

async function correct(key: string, change: Format): Promise<void> {
  const { groups, files, stationSn } = get();
  const first = files.find((one) => one.group === key);
  if (!groups[key] || !first || stationSn === null) return;
  const format = { ...groups[key].format, ...change };
  set({ busy: 'looking' });
  try {
    const inspection = await inspectFile(first.file, stationSn, format);
    // In the meantime the user may have changed the mapping, or removed the files.
    const group = get().groups[key];
    if (!group) return;
    const found = chooseColumns(inspection.columns);
    changeGroup(key, { inspection, format, choices: keepChoices(group.choices, found) });
  } catch (error) {
    notifyFailure(error);
  } finally {
    set({ busy: null });
  }
}

let correcting: Promise<void> = Promise.resolve();

/** Parses the first file of a group again with the user's settings. Corrections accumulate. */
export function correctFormat(key: string, change: Format): Promise<void> {
  correcting = correcting.then(() => correct(key, change));
  return correcting;
}

async function runFile({ id, file, group }: LoadedFile, dryRun: boolean): Promise<void> {
  const { stationSn, groups } = get();
  const { inspection, ...said } = groups[group!]!;
  try {
    const mapping = makeMapping(inspection, said);
    const job = await startImport(file, stationSn!, mapping, dryRun);
    await followJob(job, (now) => changeFile(id, { job: now, problem: null }));
  } catch (error) {
    changeFile(id, { problem: explain(error) });
  }
}

/** Processes the files one by one. An error in one file does not stop the others. */
export async function runAll(dryRun: boolean): Promise<void> {
  set({ busy: dryRun ? 'checking' : 'importing', stopped: false });
  for (const file of get().files.filter(({ group }) => group !== null)) {
    if (get().stopped) break;
    await runFile(file, dryRun);
  }
  set({ busy: null });
  await refreshImports();
}

/** Stops all jobs. Imported points remain, and the user can undo the import. */
export async function stopAll(): Promise<void> {
  set({ stopped: true });
  const running = get().files.flatMap(({ job }) => (job && isAtWork(job) ? [job] : []));
  for (const { id } of running) await call('telemetryImportCancel', { path: { id } }).catch(() => {});
}
