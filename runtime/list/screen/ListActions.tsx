import { CommandIcon, CommandMenu } from '../../kit/command/CommandButton.tsx';
import type { Command } from '../../kit/command/command.ts';
import { DisplaySwitch } from '../displays/DisplaySwitch.tsx';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { CreateButton } from './CreateButton.tsx';
import type { EntityListState } from './useEntityList.ts';

interface Props {
  list: EntityListState;
  tools: readonly Command[];
  onCreate(): void;
}

/** Shows the commands of the whole list at the end of its tools. */
export function ListActions({ list, tools, onCreate }: Props) {
  const { entity, phone, arranged, shown, displays, showAs } = list;
  return (
    <>
      <DisplaySwitch names={displays} value={shown.as} phone={phone} onChange={showAs} />
      {phone ? (
        <CommandMenu commands={tools} />
      ) : (
        tools.map((command) => <CommandIcon key={command.id} command={command} />)
      )}
      {!phone && shown.as === 'table' && (
        <ColumnChooser
          entity={entity}
          layout={arranged.layout}
          custom={arranged.custom}
          onChange={arranged.change}
        />
      )}
      <CreateButton list={list} short={phone} onCreate={onCreate} />
    </>
  );
}
