import { useState } from 'react';
import { entities } from '../generated/entities.ts';
import type { Entity } from '../runtime/core/definitions/entities.ts';
import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { ThemeName } from '../runtime/kit/theme/tokens.ts';
import type { ListRecord } from '../runtime/record/calls/useRecords.ts';
import { RecordView } from '../runtime/record/screen/RecordView.tsx';
import { startListServer } from './listServer.ts';
import { frameStory } from './StoryFrame.tsx';
import { sampleRecords } from './sampleRecords.ts';

/** Shows the page of a record. Its references and figures are above the tabs, as `detail` of its entity defines. */
export function recordStory(name: keyof typeof entities, theme: ThemeName, lang: SourceLang) {
  const entity: Entity = entities[name];
  const [record] = sampleRecords(entity, 1);
  const frame = frameStory('data', theme, lang, () => <StoryRecord entity={entity} record={record!} />);
  return { ...frame, beforeEach: () => startListServer(entity, 'data') };
}

function StoryRecord({ entity, record }: { entity: Entity; record: ListRecord }) {
  const [tab, setTab] = useState('details');
  return <RecordView entity={entity} record={record} tab={tab} onTab={setTab} isPage />;
}
