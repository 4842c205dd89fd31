/** Mutations of valid texts, and invented texts. */
import type { Random } from './random.ts';

const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53 + 2,
  '',
  ' ',
  '0',
  '-0',
  '0.1234567',
  '1e3',
  'NaN',
  'Infinity',
  '0x10',
  '٣',
  '\u0000',
  'x'.repeat(70_000),
  '9'.repeat(100),
  [],
  {},
  [[]],
  ['0.5'],
  ['0.5', '1', '2'],
  { price: '0.5' },
  '2026-13-45T99:99:99Z',
  '__proto__',
  'constructor',
];
const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'price',
  'id',
  'market',
  '',
  'x'.repeat(300),
  '101.ob-inc',
  'order',
];
const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u0000',
  'null',
  '1e999',
  '-',
  '.',
  '\u2028',
  '[[[[[[',
  '"a":',
];

/** Mutates a valid text: its bytes or its structure. */
export function mutate(seed: string, others: readonly string[], random: Random): string {
  let text = seed;
  const times = 1 + random.next(3);
  for (let count = 0; count < times; count += 1) {
    text = random.chance(3) ? changeText(text, random) : changeStructure(text, others, random);
  }
  return text;
}

/** Invents a text without a schema. */
export function invent(random: Random): string {
  const kind = random.next(4);
  if (kind === 0) return JSON.stringify(inventValue(random, 4)) ?? '';
  if (kind === 1) return Array.from({ length: random.next(40) }, () => random.pick(TOKENS)).join('');
  if (kind === 2) return String.fromCharCode(...Array.from({ length: random.next(60) }, () => random.next(65_536)));
  return random.pick(['[', '{"a":', '[{"a":[']).repeat(random.next(5_000));
}

function inventValue(random: Random, depth: number): unknown {
  if (depth === 0 || random.chance(3)) return random.pick(ODD);
  const length = random.next(5);
  if (random.chance(2)) return Array.from({ length }, () => inventValue(random, depth - 1));
  return Object.fromEntries(Array.from({ length }, () => [random.pick(KEYS), inventValue(random, depth - 1)]));
}

function changeText(text: string, random: Random): string {
  const at = random.next(text.length + 1);
  const length = random.next(8);
  switch (random.next(6)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + random.pick(TOKENS) + text.slice(at);
    case 3:
      return text.slice(0, at) + text.slice(at, at + length).repeat(1 + random.next(50)) + text.slice(at + length);
    case 4:
      return text.slice(0, at) + String.fromCharCode(random.next(128)) + text.slice(at + 1);
    default:
      return text.replace(/\d/, () => String(random.next(10_000)));
  }
}

type Node = Record<string, unknown> | unknown[];

function changeStructure(text: string, others: readonly string[], random: Random): string {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return changeText(text, random);
  }
  const nodes: Node[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || nodes.length > 500) return;
    nodes.push(value as Node);
    for (const inner of Object.values(value)) collect(inner);
  };
  collect(root);
  if (nodes.length === 0) return JSON.stringify(random.pick(ODD));
  const node = random.pick(nodes) as Record<string, unknown>;
  const keys = Object.keys(node);
  const key = keys.length === 0 ? 'x' : random.pick(keys);
  switch (random.next(9)) {
    case 0:
      delete node[key];
      break;
    case 1:
      node[random.pick(KEYS.slice(1))] = node[key];
      break;
    case 2:
      node[key] = [node[key]];
      break;
    case 3:
      node[key] = JSON.parse(random.pick(others));
      break;
    case 4:
      node[key] = typeof node[key] === 'number' ? String(node[key]) : random.next(1_000_000) / 1_000;
      break;
    case 5:
      if (Array.isArray(node)) for (let count = random.next(30); count > 0; count -= 1) node.push(node[0]);
      else node[`${key}_2`] = node[key];
      break;
    case 6:
      node[key] = inventValue(random, 3);
      break;
    default:
      node[key] = random.pick(ODD);
  }
  return JSON.stringify(root);
}
