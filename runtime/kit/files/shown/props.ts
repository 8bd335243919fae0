interface Shown {
  name: string;
  /** Called if the file is damaged, or is not of the type of its name. */
  onFail(reason: unknown): void;
}

export interface ShownFileProps extends Shown {
  file: Blob;
}

/** A film or a sound is played from its address: the browser reads the part that it plays, not the whole file. */
export interface PlayedFileProps extends Shown {
  address: string;
}
