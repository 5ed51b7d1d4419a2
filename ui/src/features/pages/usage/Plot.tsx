import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { shortDay } from "@/lib/locale";
import { useLook } from "@/lib/theme";
import { type Series, stacked } from "./usage.logic";

/** Hues far apart, at one lightness for each theme. */
const hues = [255, 160, 75, 330, 205, 30];

export const colourOf = (index: number, dark: boolean): string =>
  `oklch(${dark ? 0.74 : 0.56} 0.12 ${hues[index % hues.length]})`;

const HEIGHT = 220;

interface PlotProps {
  days: string[];
  series: Series[];
  format: (value: number) => string;
  label: string;
}

/** Bars by day, one on top of the other. A picture for the eyes: the table beside it is for everyone. */
export function Plot({ days, series, format, label }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const look = useLook((state) => state.look);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look has other colours
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const plot = new uPlot(optionsFor(element, days, series, format), dataFor(days, series), element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [days, series, format, look]);
  return <div ref={place} role="img" aria-label={label} className="min-h-[220px] w-full" />;
}

/** The tallest first, so that the lower ones are drawn over it. */
function dataFor(days: string[], series: Series[]): uPlot.AlignedData {
  return [days.map((_, index) => index), ...stacked(series).reverse()];
}

function optionsFor(
  element: HTMLElement,
  days: string[],
  series: Series[],
  format: (value: number) => string,
): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const dark = document.documentElement.dataset.theme === "dark";
  const ink = style.getPropertyValue("--soft");
  const line = style.getPropertyValue("--line");
  const font = `12px ${style.getPropertyValue("--font-sans") || "sans-serif"}`;
  const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.05 });
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      y: { range: (_, __, most) => [0, most || 1] },
    },
    axes: [
      {
        stroke: ink,
        font,
        size: 28,
        gap: 8,
        grid: { show: false },
        ticks: { show: false },
        values: (_, places) =>
          places.map((at) => (Number.isInteger(at) && days[at] ? shortDay(days[at]) : "")),
      },
      {
        stroke: ink,
        font,
        size: 56,
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
        values: (_, values) => values.map(format),
      },
    ],
    series: [
      {},
      ...series
        .map((_, index) => {
          const fill = colourOf(index, dark);
          return { fill, stroke: fill, width: 0, points: { show: false }, ...(bars ? { paths: bars } : {}) };
        })
        .reverse(),
    ],
  };
}
