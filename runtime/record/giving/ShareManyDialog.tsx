import { Modal } from 'antd';
import { useState } from 'react';
import { useSaving } from '../../form/model/save/useSaving.ts';
import { FormFailure } from '../../form/screen/FormFailure.tsx';
import { useT } from '../../kit/i18n/index.ts';
import { isWhole, NEW_SHARE, ShareFields, type ShareWish } from './ShareFields.tsx';
import texts from './texts.json';

interface Props {
  /** The records, described for the dialog. */
  subject: string;
  onShare(wish: ShareWish): Promise<void>;
  onClose(): void;
}

/** Asks for the recipients of the selected records. */
export default function ShareManyDialog({ subject, onShare, onClose }: Props) {
  const t = useT(texts);
  const [wish, setWish] = useState(NEW_SHARE);
  const { busy, failure, save } = useSaving();
  return (
    <Modal
      open
      title={t('list.share')}
      okText={t('list.share')}
      okButtonProps={{ disabled: !isWhole(wish), loading: busy }}
      cancelText={t('common.cancel')}
      onOk={() => void save(() => onShare(wish))}
      onCancel={onClose}
    >
      <FormFailure text={failure} />
      <p className="wd-form-notice">{subject}</p>
      <ShareFields wish={wish} onChange={setWish} />
    </Modal>
  );
}
