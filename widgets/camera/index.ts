import type { CameraConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { CameraWidget } from './CameraWidget.tsx';
import { type Camera, cameraNeeds } from './cameras.ts';

const answer = (data: Camera[]) => [{ key: 'sample', ok: true, data }];
const camera = (id: number, name: string, overrides: Partial<Camera>): Camera => ({
  ...{ id, name, place: null, protocol: 'mjpeg', kind: 'fixed', groupId: null, address: null, blocked: null },
  ...overrides,
});

export default {
  type: 'camera',
  Component: CameraWidget,
  needs: cameraNeeds,
  migrations: {},
  // A sample picture would need a server. The sample therefore shows the message for a forbidden address.
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('摄像头', 'Camera') },
      results: answer([
        camera(1, text('储能场区', 'Storage yard'), { blocked: 'https://cams.example.com' }),
        camera(2, text('站区大门', 'Main gate'), { protocol: 'hls' }),
        camera(3, text('围栏', 'Fence'), { protocol: 'rtsp' }),
      ]),
    };
  },
  empty: () => answer([]),
} satisfies WidgetModule<CameraConfig>;
