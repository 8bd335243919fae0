import { Button } from 'antd';
import { useState } from 'react';
import { type Diagram, diagramOf } from '../../../runtime/core/diagram/diagram.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { useDangerAsk } from '../../../runtime/kit/overlay/useDangerAsk.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import type { Station } from '../../../runtime/kit/session/site.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { usePhone } from '../../../runtime/kit/theme/useMedia.ts';
import texts from '../texts.json';
import { DiagramFrame, useChosenDiagram } from './ChosenDiagram.tsx';
import { DiagramEditor } from './DiagramEditor.tsx';
import { type DiagramName, type DiagramRecord, refreshDiagrams, saveDiagram } from './useDiagram.ts';

/** Returns a name that no other diagram of the station has. */
function freeName(names: readonly DiagramName[], name: string): string {
  let number = 1;
  const numbered = () => (number === 1 ? name : `${name} ${number}`);
  while (names.some((other) => other.name === numbered())) number++;
  return numbered();
}

const NOTHING: Diagram = { symbols: [], wires: [] };
const draw = async (stationSn: string): Promise<Diagram> =>
  diagramOf(await call('deviceDiagramDraft', { query: { stationSn } }, { quiet: true }));

/** Selects, generates, edits and deletes the diagrams of a station. On a phone they are read-only. */
export function DiagramEditing({ station }: { station: Station }) {
  const t = useT(texts);
  const can = useSession((session) => session.can);
  const phone = usePhone();
  const chosen = useChosenDiagram(station.sn);
  const { names = [], record, choose } = chosen;
  const [making, setMaking] = useState(false);
  const danger = useDangerAsk();

  async function make(ofDevices: boolean): Promise<void> {
    setMaking(true);
    try {
      const name = freeName(names, t('diagram.newName'));
      const drawn = ofDevices ? await draw(station.sn) : NOTHING;
      const made = await saveDiagram({ stationSn: station.sn, name }, drawn);
      await refreshDiagrams(station.sn, null);
      choose(made.id);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setMaking(false);
    }
  }
  const remove = ({ id: gone, name }: DiagramRecord) =>
    danger.ask({
      title: t('diagram.deleteTitle', { name }),
      content: t('diagram.deleteText'),
      run: async () => {
        await call('deviceDiagramDelete', { path: { id: gone } }, { quiet: true });
        choose(null);
        await refreshDiagrams(station.sn, null);
      },
    });
  const mayMake = can('deviceDiagram:create') && !phone;
  const makers = mayMake && (
    <>
      <Button icon={<Icon name="plus" />} loading={making} onClick={() => void make(false)}>
        {t('diagram.new')}
      </Button>
      <Button icon={<Icon name="topology" />} loading={making} onClick={() => void make(true)}>
        {t('diagram.ofDevices')}
      </Button>
    </>
  );
  return (
    <>
      {danger.holder}
      <DiagramFrame chosen={chosen} tools={makers}>
        {record && (
          <DiagramEditor
            key={record.id}
            record={record}
            mayEdit={!phone && can('deviceDiagram:update')}
            onDelete={can('deviceDiagram:delete') ? () => remove(record) : null}
          />
        )}
      </DiagramFrame>
    </>
  );
}
