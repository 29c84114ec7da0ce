// Line charts of the crawl over time, drawn by uPlot in the colours of the page.
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Lines at powers of ten alone: those between would be a grey block.
function powers(u, axis, low, high) {
  const splits = [];
  for (let e = Math.ceil(Math.log10(low) - 1e-9); e <= Math.floor(Math.log10(high) + 1e-9); e++) splits.push(10 ** e);
  return splits;
}

export function line(box, { series, log = false, unit = '' , height = 220 }) {
  const axis = { stroke: colour('--quiet'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line') }, font: '12px system-ui' };
  const value = v => v === null || v === undefined ? '–' : (Math.abs(v) >= 0.01 || v === 0 ? +v.toPrecision(3) : v.toExponential(1)) + unit;
  const chart = new uPlot({
    width: Math.max(box.clientWidth, 240), height,
    legend: { live: true },
    cursor: { drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { distr: log ? 3 : 1, range: log ? undefined : (u, low, high) => [Math.min(0, low), Math.max(high * 1.05, 1e-9)] } },
    axes: [
      { ...axis, values: (u, ticks) => ticks.map(t => t >= 3600 ? +(t / 3600).toFixed(1) + ' h' : t >= 120 ? Math.round(t / 60) + ' min' : t + ' s') },
      { ...axis, size: 64, ...(log ? { splits: powers } : {}), values: (u, ticks) => ticks.map(t => t === null ? '' : value(t)) },
    ],
    series: [
      { label: 'time', value: (u, v) => v === null ? '–' : Math.round(v) + ' s' },
      ...series.map(s => ({ label: s.name, stroke: colour(s.colour), width: 2, dash: s.dash, value: (u, v) => value(v), points: { show: false } })),
    ],
  }, [[], ...series.map(() => [])], box);
  const observer = new ResizeObserver(() => chart.setSize({ width: Math.max(box.clientWidth, 240), height }));
  observer.observe(box);
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', `Chart over time of ${series.map(s => s.name).join(', ')}: nothing yet`);
  return {
    data(columns) {
      chart.setData(columns);
      if (chart.cursor.left === undefined || chart.cursor.left < 0) queueMicrotask(() => chart.setLegend({ idx: columns[0].length - 1 }, false));
      const texts = series.map((s, i) => `${s.name} ${value(columns[i + 1].at(-1))}`);
      box.setAttribute('aria-label', `Chart over time. Now: ${texts.join(', ')}`);
    },
    destroy() { observer.disconnect(); chart.destroy(); },
  };
}
