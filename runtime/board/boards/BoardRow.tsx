import { Button, Dropdown, type MenuProps } from 'antd';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { BoardEntry } from './boards.ts';

export interface RowActions {
  onOpen(board: BoardEntry): void;
  onMark(board: BoardEntry, mark: { favourite?: boolean; isDefault?: boolean }): void;
  onEdit(board: BoardEntry): void;
  onDelete(board: BoardEntry): void;
}

interface Props extends RowActions {
  board: BoardEntry;
  name: string;
  isOpen: boolean;
}

const ICON = 16;

/** Shows a board in the list. It opens on a click, with its favourite mark and its other actions beside it. */
export function BoardRow({ board, name, isOpen, onOpen, onMark, onEdit, onDelete }: Props) {
  const t = useT();
  const { favourite, isDefault, mayManage } = board;
  const facts = useFacts(board);
  const items: MenuProps['items'] = [
    {
      key: 'default',
      icon: <Icon name="check" size={ICON} />,
      label: t(isDefault ? 'boards.defaultOff' : 'boards.defaultOn'),
      disabled: isDefault && board.boardId === null,
      onClick: () => onMark(board, { isDefault: !isDefault }),
    },
    ...(mayManage && board.boardId !== null
      ? [
          {
            key: 'edit',
            icon: <Icon name="edit" size={ICON} />,
            label: t('boards.edit'),
            onClick: () => onEdit(board),
          },
          {
            key: 'delete',
            icon: <Icon name="delete" size={ICON} />,
            danger: true,
            label: t('boards.delete'),
            onClick: () => onDelete(board),
          },
        ]
      : []),
  ];
  return (
    <li className="wd-boards-row" data-open={isOpen || undefined}>
      <button type="button" aria-current={isOpen || undefined} onClick={() => onOpen(board)}>
        <span className="wd-boards-name">
          <span className="wd-ellipsis">{name}</span>
          {isDefault && <span className="wd-tag">{t('boards.default')}</span>}
        </span>
        <span className="wd-boards-facts wd-ellipsis">{facts}</span>
      </button>
      <Button
        type="text"
        className="wd-boards-star"
        aria-pressed={favourite}
        aria-label={t(favourite ? 'boards.unstar' : 'boards.star', { name })}
        icon={<Icon name="star" size={ICON} />}
        onClick={() => onMark(board, { favourite: !favourite })}
      />
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button
          type="text"
          icon={<Icon name="more" size={ICON} />}
          aria-label={t('boards.moreFor', { name })}
        />
      </Dropdown>
    </li>
  );
}

/** Describes the board: its owner, its readers, and where it opens. */
function useFacts({ boardId, description, owner, mine, visibility, stationSn }: BoardEntry): string {
  const t = useT();
  const text = useText();
  if (boardId === null) return t('boards.ownText');
  const scope = dictionaries.boardVisibility.entries.find(({ value }) => value === visibility);
  return [
    description,
    scope && text(scope.title),
    mine ? null : owner,
    t(stationSn === null ? 'boards.anyStation' : 'boards.thisStation'),
  ]
    .filter(Boolean)
    .join(' · ');
}
