-- The partner is a contractor or a consultant. The unread messages of a conversation are the newest ones.

-- Give each conversation an id that is the same in every database.
update public.conversations
set id = pg_temp.id('conversation', coalesce(job_id, consultation_id) || ':' || partner_id)
where partner_id in (select pg_temp.user_id(name) from demo_people);

insert into public.messages (
  id, client_id, job_id, consultation_id, sender_id, recipient_id, sender_name, content, read, created_at
)
select pg_temp.id('message', said.number::text), pg_temp.id('client', said.number::text),
       c.job_id, c.consultation_id, sender.id, recipient.id, app.name_of(sender.id), content, is_read,
       pg_temp.ago(days, clock)
from (values
  (1, 'or-panel-breakers', 'luis', 'partner', 399, time '14:05', 'Thank you for the job. Is IP-3 fed from the room or from the corridor side?', true),
  (2, 'or-panel-breakers', 'luis', 'facility', 399, '14:40', 'Corridor, behind the blue panel. Security lets you in from 6 pm, ask for Renee.', true),
  (3, 'or-panel-breakers', 'luis', 'partner', 393, '07:15', 'All eight are in and the monitor alarms at 5 mA as it should. Readings are taped inside the door.', true),
  (4, 'parking-lot-lights', 'luis', 'partner', 190, '11:20', 'Pole 11: the run is broken under the second island. I can pull new wire through the old conduit, no extra charge.', true),
  (5, 'parking-lot-lights', 'luis', 'facility', 190, '12:02', 'Please do. The lot is empty from Friday 4 pm.', true),
  (6, 'chiller-tubes', 'kelly', 'partner', 147, '16:10', 'Machine 1 is brushed. Approach is down from 7.8 to 3.1 degrees. Testing the tubes tomorrow.', true),
  (7, 'chiller-tubes', 'kelly', 'facility', 147, '16:35', 'Good news. Please send the tube map as a PDF, the owner asks for it.', true),
  (8, 'chiller-tubes', 'kelly', 'partner', 141, '09:12', 'Map is with your lobby desk and in your mail. Eleven tubes above 40 percent, none to plug.', true),
  (9, 'evaporator-coils', 'tom', 'facility', 122, '08:20', 'You can have freezer B from 10 pm to 5 am, two evaporators a night.', true),
  (10, 'evaporator-coils', 'tom', 'partner', 122, '08:55', 'Works for us. We bring twelve motors and two spares, and leave the old blades for you to look at.', true),
  (11, 'evaporator-coils', 'tom', 'partner', 113, '05:10', 'Last two are running, -11 F at the door. Three defrost heaters were open, replaced them as we went.', true),
  (12, 'clinic-water-heater', 'priya', 'partner', 65, '09:45', 'One question before you decide: is the flue through the roof double wall? I could not see it from the room.', true),
  (13, 'clinic-water-heater', 'priya', 'facility', 65, '10:30', 'Yes, type B, replaced three years ago with the roof hatch.', true),
  (14, 'clinic-water-heater', 'priya', 'partner', 59, '19:50', 'Hot water is back, 120 F at the farthest sink. The city inspector comes tomorrow at 9.', true),
  (15, 'vav-boxes', 'kelly', 'facility', 45, '13:15', 'Margaret thinks it is the end-of-line terminator on floor 4. Could you look there first?', true),
  (16, 'vav-boxes', 'kelly', 'partner', 44, '10:05', 'She is right. Nine boxes answered at once. The other five need actuators, they are on the truck.', true),
  (17, 'stairwell-handrails', 'elena', 'partner', 27, '15:20', 'I have to be honest: my steel supplier is eight weeks out and I cannot keep the date the fire department gave you.', true),
  (18, 'stairwell-handrails', 'elena', 'facility', 27, '16:05', 'Thank you for saying so early. I will ask Mendwell to release the award.', true),
  (19, 'tower-fill', 'kelly', 'partner', 9, '15:40', 'Fill and eliminators are in and the basin is clean. Float was set an inch high, that was your overflow.', true),
  (20, 'tower-fill', 'kelly', 'facility', 9, '16:20', 'That explains the water bill. Mark it complete once the water treater has seen it.', true),
  (21, 'roof-section-c', 'hank', 'facility', 26, '09:10', 'Congratulations. The MRI runs from 7 to 5, so no impact tools over imaging in that time.', true),
  (22, 'roof-section-c', 'hank', 'partner', 26, '12:25', 'Understood. We stage over section B by day and fasten over imaging from 5:30 to 9.', true),
  (23, 'roof-section-c', 'hank', 'partner', 12, '08:05', 'Recover board is here. Could the crane stand on the ambulance side for two hours one evening?', true),
  (24, 'roof-section-c', 'hank', 'facility', 12, '10:15', 'Yes, from 8 pm, with a flagger. I have told the ambulance company.', true),
  (25, 'or-lighting', 'luis', 'partner', 21, '10:20', 'Fixtures ship in nine days. Do you want the green mode on its own switch or on the dimmer?', true),
  (26, 'or-lighting', 'luis', 'facility', 21, '11:05', 'Own switch, by the scrub door. Dr. Hale was very clear about that.', true),
  (27, 'or-lighting', 'luis', 'partner', 6, '21:30', 'Room 3 is done and wiped down. Foot-candle readings: 205 at the table, 110 at the wall.', true),
  (28, 'or-lighting', 'luis', 'facility', 5, '07:45', 'Looks wonderful. Infection control signed off this morning. Room 4 is yours from Friday 6 pm.', true),
  (29, 'or-lighting', 'luis', 'partner', 1, '15:25', 'Room 4: one troffer has a dent from shipping. The replacement arrives tomorrow, so Friday still holds.', false),
  (30, 'or-lighting', 'luis', 'partner', 1, '15:27', 'Could you leave the ceiling access key at the front desk?', false),
  (31, 'restroom-refit', 'priya', 'facility', 16, '14:10', 'Please start with the east restroom, the ground floor tenants use the west one.', true),
  (32, 'restroom-refit', 'priya', 'partner', 16, '15:35', 'East first, then. Fixtures are ordered; rough-in takes three days, tile can follow on day four.', true),
  (33, 'restroom-refit', 'priya', 'partner', 2, '16:50', 'East is roughed in and tested at 100 psi. One carrier was loose, so we bolted all of them.', true),
  (34, 'exit-signs', 'luis', 'partner', 7, '12:30', 'All 26 are up. Two at Fountain had no emergency circuit at all, both fixed. List is at each front office.', true),
  (35, 'playground-drainage', 'josh', 'partner', 14, '09:30', 'Locates are marked. The gas line is two feet off our trench, so we dig that stretch by hand.', true),
  (36, 'playground-drainage', 'josh', 'facility', 14, '10:05', 'Good. Third grade has recess at 10:20 on the upper side only, until you are done.', true),
  (37, 'playground-drainage', 'josh', 'partner', 2, '14:45', 'Pipe is in and covered. Wood fiber comes on Thursday if the truck is not late.', true),
  (38, 'glycol-pump', 'tom', 'partner', 10, '10:40', 'Pump A is on the bench. Shaft is scored under the seal; a sleeve saves it for 180 dollars, within the price.', true),
  (39, 'glycol-pump', 'tom', 'facility', 10, '11:15', 'Sleeve it. How long are we on one pump?', true),
  (40, 'glycol-pump', 'tom', 'partner', 1, '09:20', 'Pump A is back and aligned to two thousandths. I would like to take B out on Monday.', false),
  (41, 'fire-stopping', 'elena', 'facility', 8, '13:40', 'The survey with photographs is at the front desk in a red folder. Please return it complete.', true),
  (42, 'fire-stopping', 'elena', 'partner', 8, '17:05', 'Got it. Numbers 14 and 31 are in a two-hour wall, I will use another system there.', true),
  (43, 'fire-stopping', 'elena', 'facility', 1, '11:10', 'The state surveyor is due in three weeks. Will all 62 be closed by then?', false),
  (44, 'bus-loop-gate', 'luis', 'partner', 6, '15:15', 'Trench from the shed is 62 feet. May we cut the asphalt on a Saturday?', true),
  (45, 'bus-loop-gate', 'luis', 'facility', 5, '09:05', 'Saturday is fine, the chess club uses the south door.', true),
  (46, 'bus-loop-gate', 'luis', 'facility', 1, '16:05', 'The fire department wants the Knox switch on the left post. Does that change anything for you?', false),
  (47, 'unit-ventilators', 'tom', 'partner', 10, '13:20', 'Are the pneumatic lines used by anything else, or can the compressor go when we are done?', true),
  (48, 'unit-ventilators', 'tom', 'facility', 10, '15:00', 'Only these eight rooms. If the compressor goes, nobody will miss it.', true),
  (49, 'ahu-coil', 'kelly', 'partner', 5, '15:10', 'Is there room for the crane on the north lawn, or does it have to stand in the garage entrance?', false),
  (50, 'panel-schedule', 'luis', 'partner', 5, '12:45', 'I counted the circuits again and could lower my price. Two of the 14 panels are empty.', true),
  (51, 'tenant-metering', 'luis', 'partner', 5, '11:00', 'Do the twelve tenants share one gutter, or are there two? The drawings show both.', true),
  (52, 'tenant-metering', 'luis', 'facility', 3, '10:25', 'Two gutters, six and six. I can show you on Thursday at 2.', true),
  (53, 'tenant-metering', 'luis', 'facility', 1, '13:35', 'The outage window is approved: midnight to 5 am, either Sunday.', false),
  (54, 'boiler plant trends', 'margaret', 'partner', 386, '09:20', 'Please export supply and return temperatures for two cold weeks, at five minutes if you can.', true),
  (55, 'boiler plant trends', 'margaret', 'facility', 385, '08:35', 'Sent. The second boiler was off for three of those days.', true),
  (56, 'freezer B pull-down', 'margaret', 'facility', 166, '13:30', 'Door log and amps for the six evaporators are in the shared folder.', true),
  (57, 'freezer B pull-down', 'margaret', 'partner', 165, '08:50', 'Thank you. Amps are low on every fan: I think we will talk about motors and not about compressors.', true),
  (58, 'section C, overlay or tear-off', 'stephen', 'partner', 60, '10:15', 'I will need roof access and somebody who can patch three core cuts the same day.', true),
  (59, 'section C, overlay or tear-off', 'stephen', 'facility', 60, '11:40', 'Access is arranged. Our own man patches, he has the TPO kit.', true),
  (60, 'air handler 4 start-up', 'margaret', 'facility', 3, '09:15', 'Both bids for the coil are in. Can we go through the start-up sequence line by line?', true),
  (61, 'air handler 4 start-up', 'margaret', 'partner', 2, '10:50', 'Gladly. Please send me the balance report from the last time, so that I know the design flow.', true),
  (62, 'air handler 4 start-up', 'margaret', 'partner', 1, '17:40', 'I also marked three lines in your specification. The isolation valves are on the wrong side of the strainer.', false),
  (63, 'ventilator bids', 'margaret', 'facility', 2, '14:20', 'Kelly is 500 dollars below Tom, but only Tom mentions the compressor. How should I compare that?', false),
  (64, 'ventilator bids', 'margaret', 'facility', 1, '08:10', 'The board meets the evening after our call, so one page would help me.', false),
  (65, 'metering one-line', 'anita', 'facility', 4, '15:30', 'Drawings of both gutters are attached to the job. The older one has no main.', true),
  (66, 'metering one-line', 'anita', 'partner', 1, '09:45', 'Thank you. Without a main we plan the outage at the service, so let us begin with the utility.', false),
  (67, 'dock canopy details', 'owen', 'facility', 3, '16:15', 'Where would you send the water from 42 feet of new gutter? The apron is flat.', true),
  (68, 'dock canopy details', 'owen', 'partner', 2, '08:30', 'A dry well at the fence, most likely. Please tell me what the soil looks like a foot down.', true)
) as said (number, subject, partner, says, days, clock, content, is_read)
  left join public.conversations c
    on c.partner_id = pg_temp.user_id(said.partner)
    and coalesce(c.job_id, c.consultation_id)
      in (pg_temp.id('job', said.subject), pg_temp.id('consultation', said.subject))
  left join public.profiles sender
    on sender.id = case said.says when 'facility' then c.facility_id else c.partner_id end
  left join public.profiles recipient
    on recipient.id = case said.says when 'facility' then c.partner_id else c.facility_id end
order by pg_temp.ago(days, clock), said.number;
