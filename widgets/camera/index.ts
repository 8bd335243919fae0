import type { CameraConfig } from '../../generated/types.ts';
import { sayIn } from '../../runtime/board/widget/sayIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { CameraWidget } from './CameraWidget.tsx';
import { type Camera, cameraNeeds } from './cameras.ts';

const answer = (data: Camera[]) => [{ key: 'sample', ok: true, data }];
const camera = (id: number, name: string, given: Partial<Camera>): Camera => ({
  ...{ id, name, place: null, protocol: 'mjpeg', kind: 'fixed', groupId: null, address: null, blocked: null },
  ...given,
});

export default {
  type: 'camera',
  Component: CameraWidget,
  needs: cameraNeeds,
  migrations: {},
  // A sample picture would need a server. The sample therefore shows the message for a forbidden address.
  sample: ({ lang }) => {
    const say = sayIn(lang);
    return {
      config: { name: say('摄像头', 'Camera') },
      results: answer([
        camera(1, say('储能场区', 'Storage yard'), { blocked: 'https://cams.example.com' }),
        camera(2, say('站区大门', 'Main gate'), { protocol: 'hls' }),
        camera(3, say('围栏', 'Fence'), { protocol: 'rtsp' }),
      ]),
    };
  },
  empty: () => answer([]),
} satisfies WidgetModule<CameraConfig>;
