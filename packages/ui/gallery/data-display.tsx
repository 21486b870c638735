import { Eye, HardDrive } from 'lucide-react';
import { useId, useState } from 'react';
import { Chart } from '../src/figures/chart.tsx';
import { QrCode } from '../src/figures/qr-code.tsx';
import { StatTile } from '../src/figures/stat-tile.tsx';
import { Card } from '../src/layout/card.tsx';
import { Fact, FactList } from '../src/lists/fact-list.tsx';
import { Cell, HeadCell, Row, type SortDirection, SortHeadCell } from '../src/lists/table.tsx';
import { Specimens } from './specimens.tsx';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const SERIES = [
  { key: 'texts', label: 'Texts', values: [12, 18, 9, 22, 31, 14, 6] },
  { key: 'files', label: 'Files', values: [4, 7, 3, 9, 12, 20, 11] },
];
const FILES = [
  { name: 'minutes.md', sizeKb: 2 },
  { name: 'photo.jpg', sizeKb: 3_100 },
  { name: 'budget.xlsx', sizeKb: 48 },
];

export function DataDisplay() {
  return (
    <>
      <Specimens name="Card">
        <Card className="p-4">What belongs together</Card>
      </Specimens>
      <SortableTable />
      <Specimens name="StatTile" isStacked>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
          <StatTile label="Views" value="1,284" detail="212 more than last week" icon={<Eye />} />
          <StatTile label="Used" value="7.4 GB" detail="of 10 GB" icon={<HardDrive />} />
        </div>
      </Specimens>
      <Specimens name="Chart" isStacked>
        <Chart
          label="Shared in the last seven days"
          kind="bar"
          points={DAYS}
          series={SERIES}
          pointLabel="Day"
        />
        <Chart
          label="Views of the last seven days"
          kind="line"
          points={DAYS}
          series={SERIES.slice(0, 1)}
          pointLabel="Day"
          formatValue={(value) => `${value} views`}
        />
      </Specimens>
      <Specimens name="FactList">
        <FactList>
          <Fact term="Version">1.4.0</Fact>
          <Fact term="Uptime">3 days</Fact>
        </FactList>
      </Specimens>
      <Specimens name="QrCode">
        <QrCode
          text="https://example.com/paste/minutes"
          label="Opens the minutes"
          className="w-32"
        />
      </Specimens>
    </>
  );
}

function SortableTable() {
  const id = useId();
  const [sort, setSort] = useState<{ by: 'name' | 'sizeKb'; direction: SortDirection }>({
    by: 'name',
    direction: 'ascending',
  });
  const sorted = FILES.toSorted(
    (a, b) =>
      (sort.by === 'name' ? a.name.localeCompare(b.name) : a.sizeKb - b.sizeKb) *
      (sort.direction === 'ascending' ? 1 : -1),
  );
  const head = (by: 'name' | 'sizeKb', label: string) => (
    <SortHeadCell
      label={label}
      direction={sort.by === by ? sort.direction : undefined}
      onSort={(direction) => setSort({ by, direction })}
    />
  );
  return (
    <Specimens name="sorted by its heads" isStacked>
      <Card>
        <section aria-label={`Files, ${id}`}>
          <table className="w-full text-left text-sm">
            <thead>
              <tr>
                {head('name', 'Name')}
                {head('sizeKb', 'Size')}
                <HeadCell>Owner</HeadCell>
              </tr>
            </thead>
            <tbody>
              {sorted.map((file) => (
                <Row key={file.name} isSelected={file.name === 'photo.jpg'}>
                  <Cell>{file.name}</Cell>
                  <Cell className="tabular-nums">{file.sizeKb} kB</Cell>
                  <Cell className="text-ink-muted">admin</Cell>
                </Row>
              ))}
            </tbody>
          </table>
        </section>
      </Card>
    </Specimens>
  );
}
