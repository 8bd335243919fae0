import { Segmented } from 'antd';
import { useState } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { type AssemblyTabProps, assemblyWords } from './assembly.ts';
import { PartSums } from './PartSums.tsx';
import { PartTree } from './PartTree.tsx';
import { PartUse } from './PartUse.tsx';
import texts from './texts.json';
import './assembly.css';

const VIEWS = { parts: PartTree, sums: PartSums, use: PartUse } as const;

/** Shows an assembly in both directions: its parts by level and in total, and the records that contain it. */
export default function AssemblyTab({ entity, record }: AssemblyTabProps) {
  const t = useT(texts);
  const [view, setView] = useState<keyof typeof VIEWS>('parts');
  const words = assemblyWords(entity);
  if (!words) return null;
  const View = VIEWS[view];
  return (
    <section className="wd-assembly" aria-label={t('record.assembly')}>
      <Segmented<keyof typeof VIEWS>
        aria-label={t('assembly.view')}
        value={view}
        options={(['parts', 'sums', 'use'] as const).map((name) => ({
          value: name,
          label: t(`assembly.${name}`),
        }))}
        onChange={setView}
      />
      <View {...{ entity, record, words }} />
    </section>
  );
}
