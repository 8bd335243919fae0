/** Draws the logo: a W that resembles a daily curve, on the brand's red. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg className="wd-logo" width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <rect className="wd-logo-ground" width="28" height="28" rx="7" />
      <path className="wd-logo-line" d="M5.5 9.5 9.8 19 14 10.5 18.2 19 22.5 9.5" />
    </svg>
  );
}
