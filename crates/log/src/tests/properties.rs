use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

fn any_who() -> impl Strategy<Value = Who> {
    prop_oneof![
        Just(Who::Cli),
        Just(Who::Host),
        "[a-z]{0,12}".prop_map(Who::Device),
        ".{0,12}".prop_map(Who::Rule),
        (5u8.., vec(any::<u8>(), 0..9)).prop_map(|(tag, name)| Who::Unknown {
            tag,
            name: name.into()
        }),
    ]
}

fn any_record() -> impl Strategy<Value = Record> {
    let place = (any::<u64>(), any::<u64>(), any::<u32>());
    let id = proptest::option::of("[a-z0-9]{1,8}");
    let payload = vec(any::<u8>(), 0..200);
    (place, any::<u8>(), any_who(), id, payload).prop_map(
        |((seq, at_ms, epoch), kind, who, id, payload)| Record {
            seq,
            at_ms,
            epoch,
            id,
            ..Record::new(Kind::from_code(kind), who, payload)
        },
    )
}

fn encode(records: &[Record]) -> Vec<u8> {
    let header = SegmentHeader {
        segment: 1,
        first_seq: 0,
        session: "s".to_owned(),
    };
    let mut bytes = Vec::new();
    header.encode_into(&mut bytes).unwrap();
    for record in records {
        record.encode_into(&mut bytes).unwrap();
    }
    bytes
}

proptest! {
    #[test]
    fn any_chunking_gives_the_same_records(
        records in vec(any_record(), 0..8),
        cuts in vec(1usize..40, 1..20),
    ) {
        let bytes = encode(&records);
        let mut decoder = Decoder::segment();
        let mut read = Vec::new();
        let mut rest = &bytes[..];
        for length in cuts.iter().cycle() {
            let (chunk, after) = rest.split_at((*length).min(rest.len()));
            decoder.feed(chunk);
            while let Some(item) = decoder.decode().unwrap() {
                if let Item::Record(record) = item {
                    read.push(record);
                }
            }
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
        prop_assert_eq!(read, records);
        prop_assert_eq!(decoder.finish(), Ok(()));
        prop_assert_eq!(decoder.offset(), bytes.len() as u64);
    }

    #[test]
    fn any_truncation_gives_a_prefix_and_the_place_to_cut(
        records in vec(any_record(), 0..6),
        at in any::<prop::sample::Index>(),
    ) {
        let bytes = encode(&records);
        let cut = at.index(bytes.len());
        let (read, damage) = decode_all(&bytes[..cut], Decoder::segment());
        prop_assert_eq!(&read[..], &records[..read.len()]);
        let whole = encode(&read).len();
        match damage {
            None => prop_assert_eq!(whole, cut),
            Some(damage) => {
                prop_assert_eq!(damage.reason, Reason::Torn);
                prop_assert!(damage.offset <= cut as u64);
                prop_assert!(damage.offset == 0 || damage.offset == whole as u64);
            }
        }
    }

    #[test]
    fn any_flipped_bit_is_caught(
        records in vec(any_record(), 1..6),
        at in any::<prop::sample::Index>(),
        bit in 0u8..8,
    ) {
        let mut bytes = encode(&records);
        let place = at.index(bytes.len());
        bytes[place] ^= 1 << bit;
        let (read, damage) = decode_all(&bytes, Decoder::segment());
        prop_assert!(read.len() < records.len());
        prop_assert_eq!(&read[..], &records[..read.len()]);
        let damage = damage.unwrap();
        prop_assert!(damage.offset <= place as u64);
    }

    #[test]
    fn garbage_never_panics(bytes in vec(any::<u8>(), 0..400)) {
        decode_all(&bytes, Decoder::segment());
        decode_all(&bytes, Decoder::records());
        Note::parse(&Bytes::from(bytes));
    }
}
