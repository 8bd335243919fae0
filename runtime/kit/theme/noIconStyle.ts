/** Replaces antd's hook for icon styles, which the build has extracted. */
export default function useNoIconStyle(): void {}
