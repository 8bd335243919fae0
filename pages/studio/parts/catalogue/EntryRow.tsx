import { useT, useText } from '../../../../runtime/kit/i18n/index.ts';
import texts from '../../texts.json';
import type { Entry } from './groups.ts';

interface Props {
  entry: Entry;
  chosen: boolean;
  onChoose(key: string): void;
}

export function EntryRow({ entry: { key, name, title, marks }, chosen, onChoose }: Props) {
  const t = useT(texts);
  const text = useText();
  return (
    <li>
      <button type="button" data-row="" aria-current={chosen || undefined} onClick={() => onChoose(key)}>
        <span>{text(title)}</span>
        <code>{name}</code>
        {marks.map((mark) => (
          <small key={mark} data-mark={mark}>
            {t(`studio.mark.${mark}`)}
          </small>
        ))}
      </button>
    </li>
  );
}
