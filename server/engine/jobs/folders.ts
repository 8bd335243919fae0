/** The files of jobs, in a folder each below the data folder, which all processes share. */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface JobPlace {
  tenantId: number;
  id: number;
}

export interface JobFolders {
  /** Makes the folder, with a copy of the input where there is one. */
  make(place: JobPlace, input: string | undefined): Promise<void>;
  /** The path of the file for downloading. */
  file(place: JobPlace): string;
  /** The path of the copy of the input. */
  input(place: JobPlace): string;
  remove(places: readonly JobPlace[]): Promise<void>;
}

export function createJobFolders(dataDir: string): JobFolders {
  const pathOf = ({ tenantId, id }: JobPlace, ...name: string[]): string =>
    join(dataDir, 'jobs', `t${tenantId}`, String(id), ...name);
  const inputOf = (place: JobPlace): string => pathOf(place, 'input');
  return {
    async make(place, input) {
      await mkdir(pathOf(place), { recursive: true, mode: 0o700 });
      if (input !== undefined) await copyFile(input, inputOf(place));
    },
    file: (place) => pathOf(place, 'file'),
    input: inputOf,
    async remove(places) {
      for (const place of places) await rm(pathOf(place), { recursive: true, force: true });
    },
  };
}
