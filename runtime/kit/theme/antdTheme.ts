import { type ThemeConfig, theme } from 'antd';
import { FONT_FAMILY, MOTION, RADIUS, SIZE, type Tokens, TYPE } from './tokens.ts';

const SECOND = 1000;
const seconds = (ms: number) => `${ms / SECOND}s`;

/**
 * The tokens as an antd theme. `colorPrimary` is the accent colour for selection, links and switches. Only the primary
 * button is red.
 */
// long: a table of antd's tokens without logic
export function antdTheme(t: Tokens, motion: boolean, phone: boolean): ThemeConfig {
  const dark = t.name === 'dark';
  const primaryButton = {
    colorPrimary: t.brand.action,
    colorPrimaryHover: t.brand.actionHover,
    colorPrimaryActive: t.brand.actionActive,
    primaryColor: t.text.onAction,
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    fontWeight: 500,
  };
  const field = { activeBorderColor: t.accent.focus, hoverBorderColor: t.text.tertiary };
  // Phones zoom into inputs with a smaller font.
  const inputFontSize = phone ? TYPE.lead : TYPE.body;
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: 'wd' },
    hashed: false,
    token: {
      fontFamily: FONT_FAMILY,
      fontSize: TYPE.body,
      fontSizeSM: TYPE.caption,
      fontSizeLG: TYPE.lead,
      fontSizeHeading1: TYPE.figure,
      fontSizeHeading2: TYPE.headline,
      fontSizeHeading3: TYPE.title,
      fontSizeHeading4: TYPE.lead,
      fontSizeHeading5: TYPE.body,
      controlHeight: phone ? SIZE.controlLarge : SIZE.control,
      controlHeightLG: SIZE.controlLarge,
      borderRadius: RADIUS.control,
      borderRadiusSM: RADIUS.small,
      borderRadiusLG: RADIUS.card,
      motion,
      motionDurationFast: seconds(MOTION.fast),
      motionDurationMid: seconds(MOTION.base),
      motionDurationSlow: seconds(MOTION.slow),
      wireframe: false,
      colorPrimary: t.accent.fill,
      colorPrimaryHover: t.accent.fillHover,
      colorPrimaryBg: t.accent.soft,
      colorPrimaryText: t.accent.text,
      colorLink: t.accent.text,
      colorLinkHover: t.accent.fillHover,
      colorInfo: t.accent.fill,
      colorError: t.state.critical.text,
      colorErrorText: t.state.critical.text,
      colorWarning: t.state.minor.text,
      colorWarningBg: t.state.minor.ground,
      colorSuccess: t.state.normal.text,
      colorBgLayout: t.surface.page,
      colorBgContainer: t.surface.card,
      colorBgElevated: t.surface.raised,
      colorFillAlter: t.surface.sunken,
      colorBgMask: t.scrim,
      colorText: t.text.strong,
      colorTextHeading: t.text.strong,
      colorTextSecondary: t.text.secondary,
      colorTextTertiary: t.text.tertiary,
      colorTextDescription: t.text.tertiary,
      colorTextPlaceholder: t.text.tertiary,
      colorTextDisabled: t.text.disabled,
      colorBorder: t.line.strong,
      colorBorderSecondary: t.line.normal,
      colorSplit: t.line.normal,
      controlItemBgHover: t.surface.hover,
      controlItemBgActive: t.surface.selected,
      controlItemBgActiveHover: t.surface.selected,
      controlOutline: 'transparent',
      boxShadow: t.shadow.overlay,
      boxShadowSecondary: t.shadow.raised,
      boxShadowTertiary: t.shadow.card,
    },
    components: {
      Button: {
        ...primaryButton,
        defaultBorderColor: t.line.normal,
        colorBorder: t.line.normal,
        // Default buttons remain neutral on hover, because red marks the primary action.
        defaultHoverColor: t.text.strong,
        defaultHoverBorderColor: t.line.strong,
        defaultHoverBg: t.surface.card,
        defaultActiveColor: t.text.strong,
        defaultActiveBorderColor: t.text.tertiary,
      },
      Input: { ...field, inputFontSize },
      InputNumber: { ...field, inputFontSize },
      Select: {
        ...field,
        optionSelectedBg: t.surface.selected,
        optionSelectedFontWeight: 500,
        optionActiveBg: t.surface.hover,
      },
      // The time zone beside a time must be readable as text.
      DatePicker: { ...field, colorTextQuaternary: t.text.tertiary },
      Form: { verticalLabelPadding: '0 0 4px', labelColor: t.text.secondary },
      Table: {
        headerBg: t.surface.sunken,
        headerColor: t.text.secondary,
        rowHoverBg: t.surface.hover,
        borderColor: t.line.soft,
        headerSplitColor: 'transparent',
        cellPaddingBlockSM: 8,
      },
      Tabs: { itemSelectedColor: t.text.strong, itemColor: t.text.secondary, inkBarColor: t.text.strong },
      Segmented: {
        trackBg: dark ? t.surface.page : t.surface.selected,
        itemSelectedBg: dark ? t.line.normal : t.surface.raised,
      },
      Dropdown: { colorPrimary: t.text.strong },
      Card: { headerFontSize: TYPE.body },
      Modal: { titleFontSize: TYPE.lead, borderRadiusLG: RADIUS.overlay },
      Tooltip: { colorBgSpotlight: dark ? t.line.normal : t.text.strong },
      Menu: { itemSelectedBg: t.surface.selected, itemSelectedColor: t.text.strong },
    },
  };
}
