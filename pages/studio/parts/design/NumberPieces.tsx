import { Button, Input, InputNumber } from 'antd';
import type { PointerEvent } from 'react';
import { sequenceText } from '../../../../runtime/core/rules/sequence.ts';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import { personNow } from '../../../../runtime/kit/session/person.ts';
import { Icon } from '../../../../runtime/kit/theme/Icon.tsx';
import { useDragOrder } from '../../../../runtime/list/table/useDragOrder.ts';
import { changePart, type Part, partOf } from './changes.ts';
import { useDesign } from './designContext.ts';
import { fieldsOf } from './entityDoc.ts';
import { Grip } from './Grip.tsx';
import { movePiece, type NumberPiece, periodOf, readPieces, writePieces } from './numberPieces.ts';
import texts from './texts.json';

const OFFERED = ['text', 'yyyy', 'yy', 'MM', 'dd', 'n'] as const;
const SHOWN = [1, 2, 3];
const MOST_FIGURES = 9;

/** Edits the number of a record as pieces, and shows the next three numbers. */
export function NumberPieces({ part, name }: { part: Part; name: string }) {
  const t = useT(texts);
  const { whole, readOnly, onChange } = useDesign();
  const { drag, begin } = useDragOrder('x', (dragged, target, side) => {
    const [from, beside] = [Number(dragged), Number(target)];
    const to = beside + (side === 'behind' ? 1 : 0) - (from < beside ? 1 : 0);
    write(movePiece(pieces, from, to));
  });
  const sequence = fieldsOf(partOf(whole, part) ?? whole)[name]?.['x-sequence'];
  if (!sequence) return null;
  const pieces = readPieces(sequence.pattern);

  function write(next: readonly NumberPiece[]): void {
    const { by: _, ...rest } = sequence!;
    const period = periodOf(next);
    const changed = { ...rest, pattern: writePieces(next), ...(period && { by: period }) };
    onChange(
      changePart(whole, part, (entity) => ({
        ...entity,
        schema: {
          ...entity.schema,
          properties: { ...fieldsOf(entity), [name]: { ...fieldsOf(entity)[name], 'x-sequence': changed } },
        },
      })),
    );
  }
  const today = String(personNow().today);
  return (
    <fieldset className="wd-design-pieces" disabled={readOnly}>
      <legend>{t('design.pieces')}</legend>
      <ol data-drag-scope>
        {pieces.map((piece, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name than its place
            key={at}
            data-drag={String(at)}
            data-landing={drag?.target === String(at) ? drag.side : undefined}
          >
            <PieceParts
              piece={piece}
              onGrip={(event) => begin(event, String(at))}
              onStep={(by) => write(movePiece(pieces, at, at + by))}
              onText={(text) => write(pieces.with(at, { ...piece, text }))}
              onRemove={() => write(pieces.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <span className="wd-design-add">
        {OFFERED.filter((kind) => kind === 'text' || !pieces.some((piece) => piece.kind === kind)).map(
          (kind) => (
            <Button
              key={kind}
              size="small"
              icon={<Icon name="plus" />}
              onClick={() => write([...pieces, { kind, text: kind === 'text' ? '-' : '4' }])}
            >
              {t(`design.piece.${kind}`)}
            </Button>
          ),
        )}
      </span>
      <p aria-live="polite">
        {t('design.nextNumbers')} <b>{SHOWN.map((n) => sequenceText(sequence, n, today, {})).join(' · ')}</b>
      </p>
    </fieldset>
  );
}

interface PieceProps {
  piece: NumberPiece;
  onGrip(event: PointerEvent<HTMLElement>): void;
  onStep(by: -1 | 1): void;
  onText(text: string): void;
  onRemove(): void;
}

function PieceParts({ piece, onGrip, onStep, onText, onRemove }: PieceProps) {
  const t = useT(texts);
  const label = t(`design.piece.${piece.kind}`);
  return (
    <>
      <Grip axis="x" title={label} {...{ onGrip, onStep }} />
      {piece.kind === 'text' ? (
        <Input
          size="small"
          aria-label={label}
          maxLength={20}
          value={piece.text}
          onChange={({ target: { value } }) => onText(value)}
        />
      ) : (
        <span>{piece.kind === 'field' ? piece.text : label}</span>
      )}
      {piece.kind === 'n' ? (
        <InputNumber
          size="small"
          aria-label={t('design.figures')}
          min={1}
          max={MOST_FIGURES}
          value={Number(piece.text)}
          onChange={(value) => value && onText(String(value))}
        />
      ) : (
        <Button
          type="text"
          size="small"
          icon={<Icon name="close" />}
          aria-label={t('design.removeOf', { title: label })}
          onClick={onRemove}
        />
      )}
    </>
  );
}
