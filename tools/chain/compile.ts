/** Compiles the contracts of this folder with solc, once per source, and reads those of packages. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Abi, Hex } from 'viem';

export interface Artifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<
    Record<string, Readonly<Record<string, { readonly abi: Abi; readonly evm: { bytecode: { object: string } } }>>>
  >;
}

const require = createRequire(import.meta.url);
const CONTRACTS = join(import.meta.dirname, 'contracts');
const CACHE = join(import.meta.dirname, '../../.cache');

export type OwnContract = 'Collateral' | 'Exchange' | 'SessionHandler';

/** Every contract of `tools/chain/contracts`; throws with the compiler's words, warnings included. */
export function compileContracts(): Readonly<Record<OwnContract, Artifact>> {
  const input = buildInput();
  const { version } = require('solc/package.json') as { version: string };
  const name = createHash('sha256').update(version).update(input).digest('hex').slice(0, 32);
  const path = join(CACHE, `contracts-${name}.json`);
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<OwnContract, Artifact>;
  } catch {
    // Not compiled yet.
  }
  const compiled = compile(input);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(compiled));
  renameSync(`${path}.${process.pid}`, path);
  return compiled;
}

function buildInput(): string {
  const files = readdirSync(CONTRACTS).filter((file) => file.endsWith('.sol'));
  return JSON.stringify({
    language: 'Solidity',
    sources: Object.fromEntries(files.map((file) => [file, { content: readFileSync(join(CONTRACTS, file), 'utf8') }])),
    settings: {
      optimizer: { enabled: true, runs: 1 },
      evmVersion: 'cancun',
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  });
}

function compile(input: string): Record<OwnContract, Artifact> {
  const solc = require('solc') as { compile(input: string): string };
  const output = JSON.parse(solc.compile(input)) as CompilerOutput;
  const faults = output.errors?.filter((error) => error.severity !== 'info') ?? [];
  if (faults.length > 0) throw new Error(faults.map((fault) => fault.formattedMessage).join('\n'));
  const contracts = Object.values(output.contracts ?? {}).flatMap((file) => Object.entries(file));
  const artifacts = contracts.map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]);
  return Object.fromEntries(artifacts) as Record<OwnContract, Artifact>;
}

const readPackaged = (path: string): Artifact => require(path) as Artifact;
const SAFE = '@safe-global/safe-contracts/build/artifacts/contracts';

/** The published build of Safe 1.4.1 and of the conditional tokens 1.0.3. */
export const PACKAGED = {
  safe: () => readPackaged(`${SAFE}/Safe.sol/Safe.json`),
  safeFactory: () => readPackaged(`${SAFE}/proxies/SafeProxyFactory.sol/SafeProxyFactory.json`),
  multiSend: () => readPackaged(`${SAFE}/libraries/MultiSend.sol/MultiSend.json`),
  multiSendCallOnly: () => readPackaged(`${SAFE}/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json`),
  fallbackHandler: () =>
    readPackaged(`${SAFE}/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json`),
  conditionalTokens: () =>
    readPackaged('@gnosis.pm/conditional-tokens-contracts/build/contracts/ConditionalTokens.json'),
} as const;
