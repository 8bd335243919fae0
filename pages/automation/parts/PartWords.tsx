/** Describes the parts of a drawing. */
import {
  type Drawing,
  stateFieldOf,
  subjectOf,
  type WrittenEffect,
} from '../../../runtime/core/automation/drawing.ts';
import { dictionaryRegistry } from '../../../runtime/core/definitions/dictionaries.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { movesOf } from '../../../runtime/core/rules/states.ts';
import { languageOf } from '../../../runtime/core/text/lang.ts';
import { useLang, useT, useText } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';

/** Returns the options of a field, also those of its dictionary. */
export function choicesOf(entity: Entity | undefined, name: string) {
  const field = entity?.schema.properties?.[name];
  return field?.['x-options'] ?? dictionaryRegistry.get(field?.['x-dictionary'] ?? '')?.entries ?? [];
}

/**
 * Returns the entity of the records that an effect changes through a reference. Undefined if there is none.
 */
export function reachedOf(subject: Entity | undefined, of: unknown): Entity | undefined {
  if (of === 'id') return subject;
  return entityRegistry.get(subject?.schema.properties?.[String(of)]?.['x-ref'] ?? '');
}

function useTitle() {
  const text = useText();
  return (entity: Entity | undefined, name: unknown): string => {
    const title = entity?.schema.properties?.[String(name)]?.title;
    return title ? text(title) : String(name ?? '');
  };
}

export function TriggerWords({ drawing }: { drawing: Drawing }) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const title = useTitle();
  const { trigger } = drawing;
  const subject = subjectOf(drawing);
  const what = drawing.entity === null ? '' : subject ? text(subject.title) : drawing.entity;
  const join = (parts: readonly string[]) => parts.join(languageOf(lang).comma);
  if (trigger.on === 'time') return `${t('automation.trigger.time')} · ${trigger.at} ${what}`;
  if (trigger.on === 'call') return t('automation.trigger.call');
  if (drawing.entity === null) return t('automation.chooseRecords');
  const words = `${what} · ${t(`automation.trigger.${trigger.on}`)}`;
  if (trigger.on === 'updated' && trigger.fields?.length)
    return `${words} (${join(trigger.fields.map((name) => title(subject, name)))})`;
  if (trigger.on !== 'moved') return words;
  const states = choicesOf(subject, (subject && stateFieldOf(subject)) ?? '');
  const named = trigger.to.map((value) => {
    const state = states.find((one) => one.value === value);
    return state ? text(state.title) : String(value);
  });
  return `${words} ${join(named)}`;
}

export function EffectWords({ drawing, effect }: { drawing: Drawing; effect: WrittenEffect }) {
  const t = useT(texts);
  const text = useText();
  const title = useTitle();
  const subject = subjectOf(drawing);
  const nothing = t('automation.notSet');
  switch (effect.do) {
    case 'assign':
      return effect.field ? title(subject, effect.field) : nothing;
    case 'create': {
      const target = entityRegistry.get(String(effect.entity));
      return target ? text(target.title) : nothing;
    }
    case 'update':
      return effect.of ? title(subject, effect.of) : nothing;
    case 'move': {
      const target = reachedOf(subject, effect.of);
      const names = Array.isArray(effect.transitions) ? effect.transitions : [];
      const move = target && movesOf(target).find(({ name }) => name === names[0]);
      return move && target ? `${text(target.title)} · ${text(move.title)}` : nothing;
    }
    case 'notify':
    case 'mail': {
      const effectText = effect.text as { zh: string; en: string } | undefined;
      return effectText?.en ? text(effectText) : nothing;
    }
    default:
      return effect.channel ? String(effect.channel) : nothing;
  }
}
