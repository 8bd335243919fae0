/** State of tabs and steps: their fields, their errors, and the current one. */
import type { ErrorSchema, UiSchema } from '@rjsf/utils';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { share } from '../values/structuralSharing.ts';
import type { FormLayout, FormSection } from './build.ts';
import type { SectionState } from './formContext.ts';

const NO_SECTIONS: readonly SectionState[] = [];

function isShown(uiSchema: UiSchema, name: string): boolean {
  const field = uiSchema[name] as UiSchema | undefined;
  return field !== undefined && field['ui:widget'] !== 'hidden';
}

/** Counts the fields with an error. */
function countErrors(errors: ErrorSchema | undefined): number {
  if (!errors) return 0;
  const { __errors: own, ...inner } = errors;
  const below = Object.values(inner as Record<string, ErrorSchema>).map(countErrors);
  return (own?.length ? 1 : 0) + below.reduce((sum, count) => sum + count, 0);
}

/** Returns the sections with visible fields, in order. */
export function sectionsState(uiSchema: UiSchema, errors: ErrorSchema): SectionState[] {
  const sections = (uiSchema['ui:sections'] ?? []) as FormSection[];
  return sections
    .filter(({ fields }) => fields.some((name) => isShown(uiSchema, name)))
    .map((section) => ({
      ...section,
      errors: section.fields.reduce(
        (sum, name) => sum + countErrors((errors as Record<string, ErrorSchema>)[name]),
        0,
      ),
    }));
}

export interface Sections {
  layout: FormLayout;
  list: readonly SectionState[];
  current: number;
  show(section: number): void;
}

const INVALID = '[aria-invalid="true"], [data-status="error"]';

/** Scrolls to the first invalid field and focuses it. */
export function focusError(root: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    const wrong = [...(root.current?.querySelectorAll<HTMLElement>(INVALID) ?? [])];
    const seen = wrong.find((element) => element.checkVisibility());
    const inner = seen?.matches('div')
      ? seen.querySelector<HTMLElement>('input, button, [contenteditable]')
      : null;
    (inner ?? seen)?.focus();
  });
}

export function useSections(
  uiSchema: UiSchema,
  errors: ErrorSchema,
  tried: number,
  refused: readonly unknown[],
): Sections {
  const layout = (uiSchema['ui:layout'] as FormLayout | undefined) ?? 'sections';
  const [section, setSection] = useState(0);
  const lastStates = useRef<readonly SectionState[]>(NO_SECTIONS);
  const list = useMemo(() => {
    if (layout === 'sections') return NO_SECTIONS;
    lastStates.current = share(
      lastStates.current,
      sectionsState(uiSchema, errors),
    ) as readonly SectionState[];
    return lastStates.current;
  }, [layout, uiSchema, errors]);
  const last = layout === 'steps' ? list.length : Math.max(0, list.length - 1);
  const current = Math.min(section, last);
  const latest = useRef({ list, current });
  latest.current = { list, current };
  /** Shows the first section with an error, unless the visible one has an error. */
  const reveal = useCallback(() => {
    const { list: sections, current: at } = latest.current;
    if (sections[at]?.errors) return;
    const first = sections.findIndex(({ errors: count }) => count > 0);
    if (first >= 0) setSection(first);
  }, []);
  useEffect(() => {
    if (tried > 0 || refused.length > 0) reveal();
  }, [tried, refused, reveal]);
  return { layout, list, current, show: setSection };
}
