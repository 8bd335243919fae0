/** A small camera that is controlled by ONVIF. It has a password, stores presets and records its commands. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseOnvif } from '../../../server/platform/onvifSetting.ts';
import type { TestServer } from '../server/server.ts';

const USERNAME = 'steer';
const PASSWORD = 'p@ss:word';
/** A camera may report this address for its services. The server must send no request there. */
const ELSEWHERE = 'http://169.254.169.254';

const within = (tag: string, xml: string): string =>
  new RegExp(`<(?:\\w+:)?${tag}\\b[^>]*>([^<]*)<`).exec(xml)?.[1] ?? '';

function isKnown(xml: string): boolean {
  const nonce = Buffer.from(within('Nonce', xml), 'base64');
  const made = createHash('sha1')
    .update(Buffer.concat([nonce, Buffer.from(within('Created', xml) + PASSWORD)]))
    .digest('base64');
  return within('Username', xml) === USERNAME && within('Password', xml) === made;
}

const envelope = (body: string): string =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tt="http://www.onvif.org/ver10/schema"><s:Body>${body}</s:Body></s:Envelope>`;

const service = (name: string, path: string): string =>
  `<tds:Service><tds:Namespace>http://www.onvif.org/${name}/wsdl</tds:Namespace><tds:XAddr>${ELSEWHERE}${path}</tds:XAddr><tds:Version><tt:Major>2</tt:Major><tt:Minor>0</tt:Minor></tds:Version></tds:Service>`;

const ANSWERS: Readonly<Record<string, string>> = {
  GetSystemDateAndTime: `<tds:GetSystemDateAndTimeResponse xmlns:tds="http://www.onvif.org/ver10/device/wsdl"><tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`,
  GetServices: `<tds:GetServicesResponse xmlns:tds="http://www.onvif.org/ver10/device/wsdl">${service('ver10/device', '/onvif/device_service')}${service('ver10/media', '/onvif/media')}${service('ver20/ptz', '/onvif/ptz')}</tds:GetServicesResponse>`,
  GetProfiles: `<trt:GetProfilesResponse xmlns:trt="http://www.onvif.org/ver10/media/wsdl"><trt:Profiles token="P1" fixed="true"><tt:Name>Main</tt:Name><tt:VideoSourceConfiguration token="VSC"><tt:SourceToken>VS1</tt:SourceToken></tt:VideoSourceConfiguration><tt:VideoEncoderConfiguration token="VEC"><tt:Name>E</tt:Name><tt:Encoding>H264</tt:Encoding></tt:VideoEncoderConfiguration><tt:PTZConfiguration token="PTZ"><tt:Name>PTZ</tt:Name><tt:NodeToken>N</tt:NodeToken></tt:PTZConfiguration></trt:Profiles></trt:GetProfilesResponse>`,
  GetVideoSources: `<trt:GetVideoSourcesResponse xmlns:trt="http://www.onvif.org/ver10/media/wsdl"><trt:VideoSources token="VS1"><tt:Framerate>25</tt:Framerate><tt:Resolution><tt:Width>1920</tt:Width><tt:Height>1080</tt:Height></tt:Resolution></trt:VideoSources></trt:GetVideoSourcesResponse>`,
};

const FAULT = envelope(
  '<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text>Sender not authorized</s:Text></s:Reason></s:Fault>',
);

export interface OnvifDevice {
  /** Returns the address of the camera with its password, or with `password` instead. */
  address(password?: string): string;
  /** Lists the commands that it received, without the queries. */
  told: string[];
  /** The device can stop answering, or send an endless answer. */
  mode: 'answers' | 'silent' | 'endless';
  close(): Promise<void>;
}

export async function startOnvifDevice(): Promise<OnvifDevice> {
  const presets = new Map<string, string>();
  const device: Pick<OnvifDevice, 'told' | 'mode'> = { told: [], mode: 'answers' };

  function answer(action: string, xml: string): string {
    const ptz = (body: string) =>
      envelope(
        `<p:${action}Response xmlns:p="http://www.onvif.org/ver20/ptz/wsdl">${body}</p:${action}Response>`,
      );
    const known = ANSWERS[action];
    if (known) return envelope(known);
    if (action === 'GetPresets')
      return ptz(
        [...presets]
          .map(([name, token]) => `<p:Preset token="${token}"><tt:Name>${name}</tt:Name></p:Preset>`)
          .join(''),
      );
    if (action === 'SetPreset') {
      const name = within('PresetName', xml);
      if (!presets.has(name)) presets.set(name, `T${presets.size + 1}`);
      device.told.push(`preset ${name}`);
      return ptz(`<p:PresetToken>${presets.get(name)}</p:PresetToken>`);
    }
    const about = {
      ContinuousMove: /PanTilt x="([^"]*)" y="([^"]*)"/.exec(xml)?.slice(1).join(' ') ?? '',
      GotoPreset: within('PresetToken', xml),
    }[action];
    device.told.push([action, about, within('Timeout', xml)].filter(Boolean).join(' '));
    return ptz('');
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (device.mode === 'silent') return;
      const xml = Buffer.concat(parts).toString();
      const action = /<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(xml)?.[1] ?? '';
      response.setHeader('content-type', 'application/soap+xml');
      if (device.mode === 'endless') {
        const more = setInterval(() => response.write(Buffer.alloc(256 * 1024, 32)), 5);
        response.on('close', () => clearInterval(more));
        return;
      }
      if (action !== 'GetSystemDateAndTime' && !isKnown(xml)) {
        response.writeHead(400).end(FAULT);
        return;
      }
      response.end(answer(action, xml));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(device, {
    address: (password = PASSWORD) => `http://${USERNAME}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  });
}

/** Sets WATTDECK_ONVIF after the start, because tenants get their numbers only then. */
export function setOnvif({ app }: Pick<TestServer, 'app'>, text: string): void {
  Object.assign(app.services.config, { onvif: parseOnvif(text) });
}
