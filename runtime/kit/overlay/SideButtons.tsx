import { Button } from 'antd';
import { useT } from '../i18n/index.ts';
import './sideButtons.css';

/** Lets the user choose one side for all conflicts. */
export function SideButtons({ onTake }: { onTake(side: 'mine' | 'theirs'): void }) {
  const t = useT();
  return (
    <p className="wd-sides">
      <Button size="small" onClick={() => onTake('mine')}>
        {t('merge.allMine')}
      </Button>
      <Button size="small" onClick={() => onTake('theirs')}>
        {t('merge.allTheirs')}
      </Button>
    </p>
  );
}
