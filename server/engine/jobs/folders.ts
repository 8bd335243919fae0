/** The files of jobs. Each job has a folder below the data folder, which all processes share. */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface JobPlace {
  tenantId: number;
  id: number;
}

export interface JobFolders {
  /** Creates the folder. If there is an input file, copies it into the folder. */
  make(place: JobPlace, input: string | undefined): Promise<void>;
  /** Returns the path of the result file. */
  file(place: JobPlace): string;
  /** Returns the path of the copy of the input. */
  input(place: JobPlace): string;
  removeFile(place: JobPlace): Promise<void>;
  remove(places: readonly JobPlace[]): Promise<void>;
}

export function createJobFolders(dataDir: string): JobFolders {
  const pathOf = ({ tenantId, id }: JobPlace, ...name: string[]): string =>
    join(dataDir, 'jobs', `t${tenantId}`, String(id), ...name);
  const fileOf = (place: JobPlace): string => pathOf(place, 'file');
  const inputOf = (place: JobPlace): string => pathOf(place, 'input');
  return {
    async make(place, input) {
      await mkdir(pathOf(place), { recursive: true, mode: 0o700 });
      if (input !== undefined) await copyFile(input, inputOf(place));
    },
    file: fileOf,
    input: inputOf,
    removeFile: (place) => rm(fileOf(place), { force: true }),
    async remove(places) {
      for (const place of places) await rm(pathOf(place), { recursive: true, force: true });
    },
  };
}
