/** Templates of inspections, and inspections made from them. */
import type { Inspection, InspectionTemplate } from '../../../generated/types.ts';
import { fileValue } from '../../../runtime/core/fileValue.ts';
import { ask } from '../calls/ask.ts';
import type { Client } from '../calls/client.ts';
import { makeSite } from '../telemetry/site.ts';
import { PNG } from './sampleFiles.ts';

export const draftTemplate = (client: Client): Promise<InspectionTemplate> =>
  client.call('inspectionTemplateCreate', {
    body: {
      name: `Battery round ${crypto.randomUUID()}`,
      items: [
        { part: 'Container', name: 'Temperature', kind: 'number', unit: '℃', lower: 15, upper: 30 },
        { part: 'Container', name: 'Cables', kind: 'check', standard: 'tight', photo: true },
        { part: 'Container', name: 'Smell', kind: 'check' },
      ],
    },
  });

export const readTemplate = (client: Client, id: number): Promise<InspectionTemplate> =>
  client.call('inspectionTemplateGet', { path: { id } });

/** Makes a move of a template. Returns the whole answer, refused or not. */
export async function moveTemplate(client: Client, id: number, name: string) {
  const { version } = await readTemplate(client, id);
  return ask(client, 'recordTransition', {
    path: { entity: 'inspectionTemplate', id },
    body: { name, version },
  });
}

/** Makes a released template with three items. */
export async function makeTemplate(client: Client): Promise<InspectionTemplate> {
  const { id } = await draftTemplate(client);
  await moveTemplate(client, id, 'release');
  return readTemplate(client, id);
}

/** Reads the versions of a template, the first one first. */
export async function readVersions(client: Client, familyId: number): Promise<InspectionTemplate[]> {
  const filter = JSON.stringify({ and: [{ field: 'familyId', op: 'eq', value: familyId }] });
  const { records } = await client.call('inspectionTemplatePage', {
    query: { filter, size: 50, sort: 'edition' },
  });
  return records;
}

/** Makes the next version of a released template, with these changes, as a draft. */
export async function draftNext(
  client: Client,
  id: number,
  changes: object = {},
): Promise<InspectionTemplate> {
  await moveTemplate(client, id, 'nextVersion');
  const { familyId } = await readTemplate(client, id);
  const draft = (await readVersions(client, Number(familyId))).find(({ state }) => state === 'draft')!;
  await client.call('inspectionTemplateUpdate', {
    body: { id: draft.id, version: draft.version, ...changes },
  });
  return readTemplate(client, draft.id);
}

/** Creates a station with an inspection whose items come from a template. */
export async function makeInspection(client: Client, more: object = {}): Promise<Inspection> {
  const [{ station }, template] = await Promise.all([makeSite(client), makeTemplate(client)]);
  const body = { name: 'Round', stationSn: station.sn!, templateId: template.id, ...more };
  const { id } = await client.call('inspectionCreate', { body });
  return readInspection(client, id);
}

export const readInspection = (client: Client, id: number): Promise<Inspection> =>
  client.call('inspectionGet', { path: { id } });

/** Uploads a picture. Returns the value for its field. */
export async function uploadPicture(client: Client, name = 'photo.png'): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(PNG)]), name);
  const { bucketName, fileName } = await client.call('uploadFile', { form, query: { type: 'picture' } });
  return fileValue(`/admin/sys-file/${bucketName}/${fileName}`, name);
}

/** Sets the results of an inspection's items by their place. */
export async function fillItems(client: Client, id: number, results: readonly object[]): Promise<void> {
  const { version, items } = await readInspection(client, id);
  await client.call('inspectionUpdate', {
    body: { id, version, items: items!.map((item, at) => ({ id: item.id, ...results[at] })) },
  });
}

export async function moveInspection(client: Client, id: number, name: string, form?: object): Promise<void> {
  const { version } = await readInspection(client, id);
  await client.call('recordTransition', {
    path: { entity: 'inspection', id },
    body: { name, version, ...(form && { form }) },
  });
}
