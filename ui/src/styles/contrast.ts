// Contrast by WCAG 2.2 of colors as they stand in the style sheet. Used by tests alone.

/** Red, green and blue, linear, from 0 to 1. */
export type Color = [number, number, number];

const clamp = (value: number) => Math.min(1, Math.max(0, value));

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** Converts oklch by the matrices of CSS Color 4; what lies outside of sRGB is clipped. */
function fromOklch(lightness: number, chroma: number, hue: number): Color {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Reads `oklch(L C H)` and `#rrggbb`. */
export function color(text: string): Color {
  const oklch = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$|^oklch\((1|0) 0 0\)$/.exec(text);
  if (oklch) return fromOklch(Number(oklch[1] ?? oklch[4]), Number(oklch[2] ?? 0), Number(oklch[3] ?? 0));
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text);
  if (!hex) throw new Error(`not a color that can be checked: ${text}`);
  const part = (index: number) => toLinear(Number.parseInt(hex[index] ?? "", 16) / 255);
  return [part(1), part(2), part(3)];
}

/** `color-mix(in srgb, top share, bottom)`, which is also what a translucent color over another gives. */
export function mix(top: Color, share: number, bottom: Color): Color {
  const one = (index: 0 | 1 | 2) =>
    toLinear(toGamma(top[index]) * share + toGamma(bottom[index]) * (1 - share));
  return [one(0), one(1), one(2)];
}

const luminance = ([red, green, blue]: Color) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
