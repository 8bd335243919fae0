import { useEffect, useState } from 'react';

/** Shows a picture that is stored on the device until its upload. */
export function WaitingPicture({ id, label }: { id: string; label: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    void import('../../../kit/outbox/outbox.ts')
      .then(({ readWaitingFile }) => readWaitingFile(id))
      .then((file) => {
        if (!file || isGone) return;
        made = URL.createObjectURL(file);
        setAddress(made);
      });
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id]);
  return <img src={address} alt={label} />;
}
