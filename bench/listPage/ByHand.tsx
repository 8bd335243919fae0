/** The same screen as a developer would write it for one entity: antd's table with functions as columns. */
import { Button, Dropdown, Input, Select, Table, type TableColumnsType, Tag } from 'antd';
import { useEffect, useState } from 'react';

export type BenchRecord = Record<string, unknown> & { id: number };
type Load = (current: number, size: number) => Promise<{ records: BenchRecord[]; total: number }>;

const WIDTH = 150;
const STATES: Record<string, { text: string; color: string }> = {
  open: { text: 'Open', color: 'red' },
  late: { text: 'Late', color: 'gold' },
  done: { text: 'Done', color: 'green' },
};
const number = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const renders: ((value: unknown) => React.ReactNode)[] = [
  (value) => String(value),
  (value) => {
    const state = STATES[String(value)];
    return <Tag color={state?.color}>{state?.text}</Tag>;
  },
  (value) => `${number.format(Number(value))} kWh`,
  (value) => moment.format(new Date(String(value))),
  (value) => `RM ${money.format(Number(value))}`,
  (value) => (value ? 'Yes' : 'No'),
];

function makeColumns(names: readonly string[]): TableColumnsType<BenchRecord> {
  const columns: TableColumnsType<BenchRecord> = names.map((name, index) => ({
    title: `Field ${index}`,
    dataIndex: name,
    width: WIDTH,
    sorter: { multiple: 1 },
    ellipsis: true,
    fixed: index === 0 ? 'left' : undefined,
    render: index === 0 ? (value: string) => <a href="#record">{value}</a> : renders[index % renders.length],
  }));
  const menu = { items: ['View', 'Edit', 'Delete'].map((label) => ({ key: label, label })) };
  return [
    ...columns,
    {
      title: '',
      key: 'actions',
      width: 50,
      fixed: 'right',
      render: () => (
        <Dropdown menu={menu} trigger={['click']}>
          <Button type="text" size="small">
            …
          </Button>
        </Dropdown>
      ),
    },
  ];
}

export function ByHand({ names, load }: { names: readonly string[]; load: Load }) {
  const [columns] = useState(() => makeColumns(names));
  const [page, setPage] = useState({ current: 1, size: 50 });
  const [data, setData] = useState<{ records: BenchRecord[]; total: number } | null>(null);
  const [picked, setPicked] = useState<React.Key[]>([]);
  useEffect(() => {
    void load(page.current, page.size).then(setData);
  }, [load, page]);
  return (
    <div>
      <div style={{ display: 'flex', gap: 8, padding: 16 }}>
        <Input.Search placeholder="Search" style={{ width: 260 }} />
        {['Field 1', 'Field 7', 'Field 13'].map((label) => (
          <Select key={label} placeholder={label} allowClear options={[]} style={{ width: 120 }} />
        ))}
        <Button>Columns</Button>
        <Button type="primary">New record</Button>
      </div>
      <Table<BenchRecord>
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={data?.records}
        loading={!data}
        scroll={{ x: names.length * WIDTH, y: 600 }}
        rowSelection={{ selectedRowKeys: picked, onChange: setPicked }}
        pagination={{
          current: page.current,
          pageSize: page.size,
          total: data?.total,
          showSizeChanger: true,
          onChange: (current, size) => setPage({ current, size }),
        }}
      />
    </div>
  );
}
