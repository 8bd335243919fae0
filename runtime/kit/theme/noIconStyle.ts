/** Replaces the hook of antd that would work out the styles of icons, which the build has written. */
export default function useNoIconStyle(): void {}
