import { Button, Input, Modal } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import { formatZoned } from '../../../core/numbers/format.ts';
import { useT } from '../../../kit/i18n/index.ts';
import { useSession } from '../../../kit/session/session.ts';
import { SIZE } from '../../../kit/theme/tokens.ts';
import { drawTyped, INK, PAPER, signatureFile } from './drawSignature.ts';
import './signature.css';
import texts from './texts.json';

interface Props {
  title: string;
  onDone(file: File): void;
  onClose(): void;
}

/** Pixel density of a phone screen. It is used on every screen, because the picture is printed. */
const SCALE = 2;

/** Provides the signature canvas. Its width is that of the dialog, which is known after opening. */
function usePad(onDrawn: () => void) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const onDrawnRef = useRef(onDrawn);
  onDrawnRef.current = onDrawn;
  const start = () => {
    const place = canvas.current;
    if (!place || pad.current) return;
    place.width = place.clientWidth * SCALE;
    place.height = place.clientHeight * SCALE;
    place.getContext('2d')?.scale(SCALE, SCALE);
    pad.current = new SignaturePad(place, { penColor: INK, backgroundColor: PAPER });
    pad.current.addEventListener('endStroke', () => onDrawnRef.current());
  };
  useEffect(
    () => () => {
      pad.current?.off();
      pad.current = null;
    },
    [],
  );
  return { canvas, pad, start };
}

/** Shows a dialog for signing, by drawing or by typing a name. */
export default function SignatureDialog({ title, onDone, onClose }: Props) {
  const t = useT(texts);
  const id = useId();
  const person = useSession(({ user }) => user?.name ?? '');
  const [isDrawn, setDrawn] = useState(false);
  const [typed, setTyped] = useState('');
  const { canvas, pad, start } = usePad(() => setDrawn(true));
  function clear(): void {
    pad.current?.clear();
    setDrawn(false);
    setTyped('');
  }
  function type(name: string): void {
    pad.current?.clear();
    setDrawn(false);
    setTyped(name);
    if (name.trim()) drawTyped(canvas.current!, name.trim());
  }
  async function finish(): Promise<void> {
    const by = `${person} · ${formatZoned(new Date().toISOString())}`;
    onDone(await signatureFile(canvas.current!, SCALE, by));
    onClose();
  }
  return (
    <Modal
      open
      title={title}
      width={SIZE.form}
      mask={{ closable: false }}
      afterOpenChange={(isOpen) => isOpen && start()}
      onCancel={onClose}
      footer={[
        <Button key="clear" type="text" onClick={clear}>
          {t('signature.clear')}
        </Button>,
        <Button key="done" type="primary" disabled={!isDrawn && !typed.trim()} onClick={() => void finish()}>
          {t('signature.done')}
        </Button>,
      ]}
    >
      <div className="wd-signature">
        <canvas ref={canvas} className="wd-signature-paper" role="img" aria-label={t('signature.place')} />
        <p className="wd-field-help">{t('signature.hint')}</p>
        <label htmlFor={id}>{t('signature.typed')}</label>
        <Input id={id} value={typed} maxLength={40} onChange={(event) => type(event.target.value)} />
      </div>
    </Modal>
  );
}
