import { CheckBar, HashText, ProofSteps, type ShownStep, VerdictBand, type VerdictTone, WitnessRow } from '../../ui'
import { Group, Specimen } from './specimen'

const HASH = 'f409486e3c1b5a7d9e20c4b86f1a3d5e7b9c0d2f4a6e8c1b3d5f7a90a20fb38e'
const hash = <HashText value={HASH} copyLabel="Copy: Hash of the receipt" copiedLabel="Copied" />
const BANDS: readonly (readonly [VerdictTone, string, string])[] = [
  ['ok', 'Genuine', 'We signed this receipt, and nothing in it has changed.'],
  ['warn', 'Genuine, not witnessed yet', 'Only 2 of 5 witnesses have signed this checkpoint.'],
  ['danger', 'Not genuine', 'The signature does not fit this text.'],
  ['info', 'The fill stands', 'The rules arrive at the same price.'],
]
const STEPS: readonly ShownStep[] = [
  {
    key: 'a',
    name: 'Signature',
    outcome: 'passed',
    outcomeName: 'Passed',
    fact: 'Key ac4c0e23',
    text: 'Nothing has changed since.',
    details: hash,
  },
  {
    key: 'b',
    name: 'In the log',
    outcome: 'waiting',
    outcomeName: 'Waiting',
    text: 'Not in the log yet.',
    meaning: <p>It comes within a second.</p>,
  },
  {
    key: 'c',
    name: 'Checkpoint',
    outcome: 'failed',
    outcomeName: 'Failed',
    text: 'The log did not sign it.',
    meaning: <p>Do not rely on this copy.</p>,
  },
  { key: 'd', name: 'Witnesses', outcome: 'unchecked', outcomeName: 'Not checked', text: 'A check above did not pass.' },
  { key: 'e', name: 'Same history', outcome: 'running', outcomeName: 'Running', text: 'Comparing …' },
]

export function ProofGroup() {
  return (
    <Group name="proof">
      {BANDS.map(([tone, title, text]) => (
        <Specimen key={tone} of={`VerdictBand: ${tone}`} width="half">
          <VerdictBand tone={tone} title={title} text={text} facts={['Checked in this browser in 41 ms']} />
        </Specimen>
      ))}
      <Specimen of="CheckBar" width="half">
        <CheckBar outcomes={['passed', 'waiting', 'failed', 'unchecked', 'running']} label="1 of 5 checks passed" />
      </Specimen>
      <Specimen of="HashText: short, whole, wrong" width="half">
        {hash}
        <HashText value={HASH} full copyLabel="Copy: Hash of the receipt" copiedLabel="Copied" />
        <HashText value={HASH} tone="danger" copyLabel="Copy: Hash of this text" copiedLabel="Copied" />
      </Specimen>
      <Specimen of="ProofSteps" width="half">
        <ProofSteps label="Five checks" detailsLabel="Details" steps={STEPS} />
      </Specimen>
      <Specimen of="WitnessRow: signed, none, refused" width="half">
        <ul>
          <WitnessRow name="Northern Traders’ Union" party="traders’ association" outcome="signed" said="signed" time="11:02:48 UTC" />
          <WitnessRow name="Harbour Supervision" party="regulator’s sandbox" outcome="none" said="no signature yet" />
          <WitnessRow name="Lund Log Institute" party="university" outcome="refused" said="wrong signature" />
        </ul>
      </Specimen>
    </Group>
  )
}
