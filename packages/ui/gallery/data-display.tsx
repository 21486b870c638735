import { FileText, Settings } from 'lucide-react';
import { useState } from 'react';
import { Card } from '../src/card.tsx';
import { Pagination } from '../src/pagination.tsx';
import { QrCode } from '../src/qr-code.tsx';
import { Cell, HeadCell, Row, Table } from '../src/table.tsx';
import { TabList, TabPanel, useTabsId } from '../src/tabs.tsx';
import { Specimens } from './specimens.tsx';

const TABS = [
  { value: 'files', label: 'Files', icon: <FileText /> },
  { value: 'settings', label: 'Settings', icon: <Settings /> },
] as const;

export function DataDisplay() {
  const id = useTabsId();
  const [selected, setSelected] = useState<'files' | 'settings'>('files');
  const [page, setPage] = useState(2);
  const [pageSize, setPageSize] = useState(10);
  return (
    <>
      <Specimens name="Card">
        <Card className="p-4">What belongs together</Card>
      </Specimens>
      <Specimens name="Table">
        <Table
          caption={`Files, ${id}`}
          head={
            <>
              <HeadCell>Name</HeadCell>
              <HeadCell>Size</HeadCell>
            </>
          }
        >
          <Row>
            <Cell>minutes.md</Cell>
            <Cell>2 kB</Cell>
          </Row>
          <Row isSelected>
            <Cell>photo.jpg</Cell>
            <Cell>3 MB</Cell>
          </Row>
        </Table>
      </Specimens>
      <Specimens name="Pagination">
        <Pagination
          {...{ page, pageSize, total: 48, pageSizes: [10, 20] }}
          labels={{
            ...{ navigation: `Pages, ${id}`, previous: 'Previous page', next: 'Next page' },
            ...{ pageSize: 'Per page', range: `${pageSize * (page - 1) + 1}–… of 48` },
          }}
          onPageChange={setPage}
          onPageSizeChange={setPageSize}
        />
      </Specimens>
      <Specimens name="TabList and TabPanel">
        <TabList
          {...{ idPrefix: id, label: 'Views', tabs: TABS, selected }}
          onSelect={setSelected}
        />
        <TabPanel idPrefix={id} value={selected}>
          What is under {selected}
        </TabPanel>
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
