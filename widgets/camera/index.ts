import type { CameraConfig } from '../../generated/types.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { CameraWidget } from './CameraWidget.tsx';
import { type Camera, cameraNeeds } from './cameras.ts';

const answer = (data: Camera[]) => [{ key: 'sample', ok: true, data }];
const camera = (id: number, name: string, given: Partial<Camera>): Camera => ({
  ...{ id, name, place: null, protocol: 'mjpeg', address: null, blocked: null },
  ...given,
});

export default {
  type: 'camera',
  Component: CameraWidget,
  needs: cameraNeeds,
  migrations: {},
  // A picture of our own would need a server: the sample shows what is said when an address is not allowed.
  sample: () => ({
    config: { name: '摄像头' },
    results: answer([
      camera(1, '储能场区', { blocked: 'https://cams.example.com' }),
      camera(2, '站区大门', { protocol: 'hls' }),
    ]),
  }),
  empty: () => answer([]),
} satisfies WidgetModule<CameraConfig>;
