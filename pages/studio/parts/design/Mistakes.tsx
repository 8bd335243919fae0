import { Button } from 'antd';
import { useText } from '../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../runtime/kit/theme/Icon.tsx';
import { useDesign } from './designContext.ts';
import type { Mistake } from './mistakes.ts';

/** Lists probable mistakes, each with a button that corrects it. */
export function Mistakes({ mistakes }: { mistakes: readonly Mistake[] }) {
  const text = useText();
  const { whole, readOnly, onChange } = useDesign();
  return mistakes.map(({ text: mistakeText, remedy }) => (
    <p key={mistakeText.en} className="wd-design-mistake" role="status">
      <Icon name="warning" /> {text(mistakeText)}
      {remedy && !readOnly && (
        <Button size="small" onClick={() => onChange(remedy.mend(whole))}>
          {text(remedy.title)}
        </Button>
      )}
    </p>
  ));
}
