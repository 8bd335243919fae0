/**
 * The series colours in order of use, found by search. Each has 3:1 contrast on its card. All are distinguishable with
 * normal, protanopic, deuteranopic and tritanopic vision.
 */
export const CHART_DEFAULT: readonly string[] = [
  '#3B7BEA',
  '#C98500',
  '#07665B',
  '#5B2BB0',
  '#643400',
  '#AF539C',
  '#667815',
  '#069CE4',
  '#572380',
  '#B27EAD',
  '#67570B',
  '#F4487E',
  '#4A49D7',
  '#B02053',
  '#903D8B',
  '#51895E',
  '#7B053F',
  '#8962C5',
];

export const CHART_DARK: readonly string[] = [
  '#4C8DFF',
  '#F5C443',
  '#35D0BA',
  '#D59BFF',
  '#696713',
  '#AC8B6B',
  '#36689C',
  '#AEF1BB',
  '#ED9316',
  '#49E9F8',
  '#518394',
  '#9C99C2',
  '#784FD0',
  '#DB7213',
  '#BA5566',
  '#75C075',
  '#8378CF',
  '#8EDA8D',
];
