function shrinkAside(file: File): Promise<Blob | null> {
  const worker = new Worker(new URL('./shrinkWorker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob | null>((done) => {
    worker.onmessage = ({ data }: MessageEvent<Blob | null>) => done(data);
    worker.onerror = () => done(null);
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

/** Shrinks a photo for slow networks. Other files are returned unchanged. */
export async function shrinkPicture(file: File): Promise<File> {
  const small = await shrinkAside(file);
  return small ? new File([small], file.name, { type: small.type, lastModified: file.lastModified }) : file;
}
